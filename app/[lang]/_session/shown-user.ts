import { readStored, readStoredJson, removeStored, writeStored } from '../_storage/browser-storage';

export interface ShownUser { userId: string; name: string; role: string }

type SignedIn = 'learner' | 'guest' | 'none';

/** What the readable cookie says; for display only (rows B2, B14). */
export function signedInHint(): SignedIn {
  const found = /(?:^|; )signed_in=([^;]*)/.exec(document.cookie);
  if (!found?.[1]) return 'none';
  return found[1] === 'guest' ? 'guest' : 'learner';
}

/** Stored in the browser while lessons are stored on this device (row N18): only then pages load the code for them. */
export const offlineFlag = 'offline-lessons';

export const hasOfflineLessons = (): boolean => readStored(offlineFlag) !== null;

const key = 'userInfo';

function store(user: ShownUser | null): void {
  if (user) writeStored(key, JSON.stringify(user));
  else removeStored(key);
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
  const shown = readStoredJson(key) as ShownUser | null;
  if (shown && (shown.role === 'guest') === (hint === 'guest')) return shown;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
