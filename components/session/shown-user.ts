import { readStorage, readStoredJson, removeFromStorage, writeStorage } from '@/components/storage/browser-storage';

export interface ShownUser {
  userId: string;
  name: string;
  role: string;
}

type SignedIn = 'learner' | 'guest' | 'none';

/** Reads a hint from a cookie that scripts can change, so use it for display only (rows B2, B14). */
export function signedInHint(): SignedIn {
  const match = /(?:^|; )signed_in=([^;]*)/.exec(document.cookie);
  if (!match?.[1]) return 'none';
  return match[1] === 'guest' ? 'guest' : 'learner';
}

/** Storage key that is set while lessons are stored (row N18), so that other pages load no code for them. */
export const offlineFlag = 'offline-lessons';

export const hasOfflineLessons = (): boolean => readStorage(offlineFlag) !== null;

const key = 'userInfo';

function storeUser(user: ShownUser | null): void {
  if (user) writeStorage(key, JSON.stringify(user));
  else removeFromStorage(key);
}

/** @throws Error if the answer does not tell, as after the access token has expired: the user may still be signed in */
async function fetchUser(): Promise<ShownUser> {
  const answer = await fetch('/api/auth/session');
  const { user } = (await answer.json()) as { user?: { id: string; name: string; role: string } };
  if (!user) throw new Error(`The session call answered ${answer.status} without a user`);
  const userToShow = { userId: user.id, name: user.name, role: user.role };
  storeUser(userToShow);
  return userToShow;
}

export function forgetShownUser(): Promise<ShownUser | null> {
  storeUser(null);
  return readShownUser();
}

let pendingUser: Promise<ShownUser> | null = null;

/** Row B14: returns the user for display only, or null if no one is signed in. @throws Error if that is not known */
export async function readShownUser(): Promise<ShownUser | null> {
  const hint = signedInHint();
  if (hint === 'none') {
    storeUser(null);
    return null;
  }
  const storedUser = readStoredJson(key) as ShownUser | null;
  if (storedUser && (storedUser.role === 'guest') === (hint === 'guest')) return storedUser;
  pendingUser ??= fetchUser().finally(() => {
    pendingUser = null;
  });
  return pendingUser;
}

interface ShownSession {
  hint: string;
  userId: string | null;
}

const shownSession = (): ShownSession => ({
  hint: signedInHint(),
  userId: (readStoredJson('userInfo') as ShownUser | null)?.userId ?? null,
});

/** Reloads a page restored from the back/forward cache if the user has signed in or out since. */
export function followSession(): () => void {
  let drawnFor = shownSession();
  const recordLeaving = () => {
    const now = shownSession();
    if (drawnFor.userId === null && now.hint === drawnFor.hint) drawnFor = now;
  };
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    const now = shownSession();
    if (persisted && (now.hint !== drawnFor.hint || now.userId !== drawnFor.userId)) window.location.reload();
  };
  window.addEventListener('pagehide', recordLeaving);
  window.addEventListener('pageshow', handlePageShow);
  return () => {
    window.removeEventListener('pagehide', recordLeaving);
    window.removeEventListener('pageshow', handlePageShow);
  };
}
