import { afterEach, vi } from 'vitest';

/**
 * Removes listeners that scripts added to the document and the window, at the end of each test.
 * @returns a function that does the same during a test, to simulate a new page
 */
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
