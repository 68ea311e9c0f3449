export interface ShownUser { userId: string; name: string; role: string }

type SignedIn = 'learner' | 'guest' | 'none';

/** What the readable cookie says; for display only (rows B2, B14). */
export function signedInHint(): SignedIn {
  const found = /(?:^|; )signed_in=([^;]*)/.exec(document.cookie);
  if (!found?.[1]) return 'none';
  return found[1] === 'guest' ? 'guest' : 'learner';
}

/** In localStorage while lessons are stored on this device (row N18): only then pages load the code for them. */
export const offlineFlag = 'offline-lessons';

export function hasOfflineLessons(): boolean {
  try {
    return localStorage.getItem(offlineFlag) !== null;
  } catch {
    return false;
  }
}

const key = 'userInfo';

function stored(): ShownUser | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as ShownUser | null;
  } catch {
    return null;
  }
}

function store(user: ShownUser | null): void {
  try {
    if (user) localStorage.setItem(key, JSON.stringify(user));
    else localStorage.removeItem(key);
  } catch {
    // Private windows may refuse storage; the next page then asks again.
  }
}

async function ask(): Promise<ShownUser | null> {
  const answer = await fetch('/api/auth/session');
  const { user } = (await answer.json()) as { user?: { id: string; name: string; role: string } };
  if (!user) return null;
  const shown = { userId: user.id, name: user.name, role: user.role };
  store(shown);
  return shown;
}

/** What the browser remembers has changed: the service is asked again. */
export function forgetShownUser(): Promise<ShownUser | null> {
  store(null);
  return shownUser();
}

let asking: Promise<ShownUser | null> | null = null;

/**
 * Row B14: who signed in at this browser, for display only; the session itself lives in httpOnly cookies. The first page
 * after signing in remembers nobody yet: then the service is asked, once for all parts of the page.
 */
export async function shownUser(): Promise<ShownUser | null> {
  const hint = signedInHint();
  if (hint === 'none') {
    store(null);
    return null;
  }
  const shown = stored();
  if (shown && (shown.role === 'guest') === (hint === 'guest')) return shown;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
