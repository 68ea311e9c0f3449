import { vi } from 'vitest';

/** `localStorage` for tests without a browser: its entries are properties of its own, as `Object.keys` sees them. */
export function memoryStorage(entries: Record<string, string> = {}): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) { return this[key] ?? null; },
    setItem(this: Record<string, string>, key: string, value: string) { this[key] = value; },
    removeItem(this: Record<string, string>, key: string) { delete this[key]; },
  };
  return Object.assign(Object.create(methods) as Storage, entries);
}

/** As where all cookies are blocked: naming the storage is refused already. Ends with `vi.unstubAllGlobals`. */
export function refuseStorage(): void {
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => { throw new DOMException('denied', 'SecurityError'); } });
}
