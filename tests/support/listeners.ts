import { afterEach, vi } from 'vitest';

/**
 * @returns a function that begins a new page: it removes the listeners which the last page's scripts added to the
 * document and the window, as the end of a test does too
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
