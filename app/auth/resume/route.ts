import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { loginPath, safeNext, withEndedNotice } from '@/lib/guards/safe-next';
import { sessionCleared } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf, sessionCookies } from '@/lib/auth/sessions/cookies';
import { refreshSession } from '@/lib/auth/sessions/refresh-session';
import { defaultLanguage } from '@/lib/language';

/**
 * A page was opened after the access token expired: the browser brings its refresh cookie here (`Path=/auth`) and goes
 * on to the wanted page, or, when nothing is left to refresh, to the login page as a visitor, which says that the session has ended.
 */
export const GET = handler({ access: 'public', answers: { 303: null }, changingGet: true, origin: 'not-foreign' }, async ({ request }) => {
  const time = now();
  const to = safeNext(new URL(request.url).searchParams.get('to')) ?? loginPath(`/${defaultLanguage}/home`);
  const refreshed = await refreshSession(cookieOf(request.headers, cookieNames().refresh), time);
  if (!refreshed.ok) return sessionCleared(wasSignedIn(request) ? withEndedNotice(to) : to);
  const wanted = safeNext(new URL(to, 'http://here.invalid').searchParams.get('next')) ?? to;
  const headers = new Headers({ location: refreshed.value.role === 'guest' ? to : wanted, 'cache-control': 'no-store' });
  for (const line of await sessionCookies(refreshed.value, time)) headers.append('set-cookie', line);
  return new Response(null, { status: 303, headers });
});

/** Not a guest, whom nobody signed out. */
const wasSignedIn = ({ headers }: Request): boolean => cookieOf(headers, cookieNames().hint) === '1';
