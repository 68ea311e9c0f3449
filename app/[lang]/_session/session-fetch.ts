import { removeStored } from '../_storage/browser-storage';
import { endedSessionPath } from '@/lib/guards/safe-next';
import { keepFields } from './kept-fields';

/** What a signed-in page's own calls go through (row D8): one refresh for all that wait, one retry, else out. */

let refreshing: Promise<'ok' | 'over' | 'unknown'> | null = null;

async function refresh(): Promise<'ok' | 'over' | 'unknown'> {
  try {
    const answer = await fetch('/auth/refresh-token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    if (answer.ok) return 'ok';
    return answer.status === 401 || answer.status === 403 ? 'over' : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Whoever gets a 401 while a refresh is under way waits for that one. */
function refreshOnce(): Promise<'ok' | 'over' | 'unknown'> {
  refreshing ??= refresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

let leaving = false;

/**
 * By the address that takes the cookies of a session that is over and goes on to sign-in, which leads back here. Not by signing out, which
 * clears what is stored here: text that was typed, and progress not yet sent, wait for the same person's return (decision 076).
 */
function leave(): void {
  if (leaving) return;
  leaving = true;
  keepFields();
  removeStored('userInfo');
  const { pathname, search } = window.location;
  window.location.assign(`/auth/resume?to=${encodeURIComponent(endedSessionPath(pathname + search))}`);
}

/**
 * As `fetch`, for calls that rest on the session. The first answer is passed on when nothing could be refreshed: a lost
 * network or a busy service signs nobody out. `init.body` must be something that can be sent twice.
 */
export async function sessionFetch(input: string, init?: RequestInit): Promise<Response> {
  const first = await fetch(input, init);
  if (first.status !== 401) return first;
  const outcome = await refreshOnce();
  if (outcome === 'ok') return fetch(input, init);
  if (outcome === 'over') leave();
  return first;
}
