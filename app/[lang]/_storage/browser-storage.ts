/**
 * The browser's `localStorage`, and `sessionStorage` for what only this tab needs. Where it is refused (blocked cookies, a policy, a full disk)
 * what is written to `localStorage` lasts as long as the page; nothing here throws. Lint lets no other file name the storages, since even reading `window.localStorage` may throw.
 */

/** What the browser did not take. */
const unstored = new Map<string, string>();

/** @returns null where there is nothing, or it is refused. */
export function readStored(key: string): string | null {
  const kept = unstored.get(key);
  if (kept !== undefined) return kept;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @returns null where there is nothing, or no JSON. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns whether it outlives the page */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, value);
    return false;
  }
}

export function removeStored(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then nothing was stored either.
  }
}

export function storedKeys(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...unstored.keys()])];
  } catch {
    return [...unstored.keys()];
  }
}

/** Keeps a value for the next pages of this tab. */
export function writeForTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Refused: the next page does without.
  }
}

/** Reads what `writeForTab` wrote, once. */
export function takeForTab(key: string): unknown {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return JSON.parse(value ?? 'null');
  } catch {
    return null;
  }
}
