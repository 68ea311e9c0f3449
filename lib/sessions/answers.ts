import 'server-only';
import { clearedCookies, sessionCookies } from './cookies';
import { tokenAnswer, type OpenedSession } from './start-session';

type Shape = {
  status: 200 | 201;
  /** A form of the site's own pages gets the session as cookies; a JSON call sets none (api.md). */
  cookies: boolean;
  /** Where a form goes on to. */
  goTo?: string | null;
  now: Date;
};

/** A token answer; for a form the session's cookies and the way on, and never a token in a page. */
export async function signedIn(session: OpenedSession, { status, cookies, goTo, now }: Shape): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (cookies) for (const cookie of await sessionCookies(session, now)) headers.append('set-cookie', cookie);
  if (!goTo) return Response.json(tokenAnswer(session), { status, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}

/** Ends what the browser holds. `Clear-Site-Data` leaves storage to the page, which keeps a visitor's own settings there. */
export function signedOut(goTo: string | null): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of clearedCookies()) headers.append('set-cookie', cookie);
  if (goTo === null) return new Response(null, { status: 204, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}
