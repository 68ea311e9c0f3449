/** What the server does not have yet, in this browser: it survives a closed tab and a lost network. Signing out clears it (decision 076). */
export function readCopy<Copy>(name: string): Copy | null {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as Copy) : null;
  } catch {
    return null;
  }
}

/** A full or forbidden storage loses nothing that is on the page. */
export function writeCopy(name: string, copy: object): void {
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
