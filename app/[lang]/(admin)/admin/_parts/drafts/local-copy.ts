/** What the server does not have yet, in this browser: it survives a closed tab and a lost network. Signing out clears it (decision 076). */
export interface LocalCopy<Value> { readonly id: string; readonly number: number; readonly updatedAt: string | null; readonly values: Value }

export function readCopy<Value>(name: string): LocalCopy<Value> | null {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as LocalCopy<Value>) : null;
  } catch {
    return null;
  }
}

/** A full or forbidden storage loses nothing that is on the page. */
export function writeCopy<Value>(name: string, copy: LocalCopy<Value>): void {
  try {
    localStorage.setItem(name, JSON.stringify(copy));
  } catch {
    removeCopy(name);
  }
}

export function removeCopy(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // A browser without storage has no copy.
  }
}
