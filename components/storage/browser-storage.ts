/** Never throws. A lint rule bans direct access elsewhere, since even reading `window.localStorage` may throw. */

/** Values that the browser refused to store (blocked cookies, a policy, a full disk), until the page is closed. */
const unstored = new Map<string, string>();

export function readStorage(key: string): string | null {
  const unstoredValue = unstored.get(key);
  if (unstoredValue !== undefined) return unstoredValue;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStorage(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns false if the value lasts only until the page is closed */
export function writeStorage(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, value);
    return false;
  }
}

export function removeFromStorage(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that throws has stored nothing.
  }
}

export function storedKeys(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...unstored.keys()])];
  } catch {
    return [...unstored.keys()];
  }
}

export function writeForTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Give up: the next page works without the value.
  }
}

export function takeForTab(key: string): unknown {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return JSON.parse(value ?? 'null');
  } catch {
    return null;
  }
}
