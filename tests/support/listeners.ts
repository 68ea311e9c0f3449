import { afterEach, vi } from 'vitest';

/** @returns a function that removes the listeners added so far, to simulate a new page; each test ends with it */
export function trackListeners(): () => void {
  const removers: Array<() => void> = [];
  const removeAll = () => {
    for (const remove of removers.splice(0)) remove();
  };
  afterEach(removeAll);
  return () => {
    removeAll();
    for (const target of [document, window] as EventTarget[]) {
      if (vi.isMockFunction(target.addEventListener)) continue;
      const add = target.addEventListener.bind(target);
      vi.spyOn(target, 'addEventListener').mockImplementation((...given) => {
        add(...given);
        removers.push(() => target.removeEventListener(...given));
      });
    }
  };
}
