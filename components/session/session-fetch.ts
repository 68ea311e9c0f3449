import { removeFromStorage } from '@/components/storage/browser-storage';
import { endedSessionPath } from '@/lib/guards/safe-next';
import { keepFields } from './kept-fields';

/** Shared by all calls that need a refresh (row D8). */
let refreshing: Promise<'ok' | 'over' | 'unknown'> | null = null;

async function refreshSession(): Promise<'ok' | 'over' | 'unknown'> {
  try {
    const answer = await fetch('/auth/refresh-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    if (answer.ok) return 'ok';
    return answer.status === 401 || answer.status === 403 ? 'over' : 'unknown';
  } catch {
    return 'unknown';
  }
}

function refreshOnce(): Promise<'ok' | 'over' | 'unknown'> {
  refreshing ??= refreshSession().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

let leaving = false;

/** Goes to sign-in without signing out, which would clear typed text and unsent progress (decision 030). */
function goToSignIn(): void {
  if (leaving) return;
  leaving = true;
  keepFields();
  removeFromStorage('userInfo');
  const { pathname, search } = window.location;
  window.location.assign(`/auth/resume?to=${encodeURIComponent(endedSessionPath(pathname + search))}`);
}

/** Refreshes the session on 401 and retries once, so `init.body` must be reusable. */
export async function fetchWithSession(input: string, init?: RequestInit): Promise<Response> {
  const first = await fetch(input, init);
  if (first.status !== 401) return first;
  const outcome = await refreshOnce();
  if (outcome === 'ok') return fetch(input, init);
  if (outcome === 'over') goToSignIn();
  return first;
}
