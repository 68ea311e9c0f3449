import { cookieNames, createSessionCookies, findCookie, sessionClearedResponse } from '@/lib/accounts/sessions/cookies';
import { refreshBrowserSession } from '@/lib/accounts/sessions/refresh-session';
import { seeOther } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { addEndedNotice, loginPath, safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';

/** Pages redirect here when the access token has expired, because only `/auth` receives the refresh cookie. */
export const GET = handler(
  {
    id: 'resumeSession',
    tag: 'Accounts',
    summary: "Refresh the browser's session and open a page",
    access: 'public',
    answers: { 303: null },
    queryParameters: { to: 'path on the site' },
    changingGet: true,
    origin: 'not-foreign',
    example: { query: '?to=%2Fen%2Fhome' },
  },
  async ({ request }) => {
    const time = now();
    const nextPath = safeNext(new URL(request.url).searchParams.get('to')) ?? loginPath(`/${defaultLanguage}/home`);
    const refreshed = await refreshBrowserSession(request.headers, time);
    if (!refreshed.ok) return sessionClearedResponse(wasSignedIn(request) ? addEndedNotice(nextPath) : nextPath);
    const target = safeNext(new URL(nextPath, 'http://here.invalid').searchParams.get('next')) ?? nextPath;
    const headers = new Headers();
    for (const line of await createSessionCookies(refreshed.value, time)) headers.append('set-cookie', line);
    return seeOther(refreshed.value.role === 'guest' ? nextPath : target, headers);
  },
);

const wasSignedIn = ({ headers }: Request): boolean => findCookie(headers, cookieNames().hint) === '1';
