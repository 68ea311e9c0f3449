import 'server-only';
import { clearedCookies, sessionCookies } from './cookies';
import { tokenAnswer, type OpenedSession } from './start-session';

interface Shape {
  status: 200 | 201;
  /** A form of the site's own pages gets the session as cookies; a JSON call sets none (api.md). */
  cookies: boolean;
  /** Where a form goes on to. */
  goTo?: string | null;
  now: Date;
}

/** A token answer; for a form the session's cookies and the way on, and never a token in a page. */
export async function signedIn(session: OpenedSession, { status, cookies, goTo, now }: Shape): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (cookies) for (const cookie of await sessionCookies(session, now)) headers.append('set-cookie', cookie);
  if (!goTo) return Response.json(tokenAnswer(session), { status, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}

/**
 * What a sign-out leaves to clear (security.md X26): names, drafts and progress that pages keep on a device. Not `"cookies"`, which would take the
 * visitor's language and the cookies of neighbouring sites of the domain: ours are ended by name.
 */
export const clearsStorage = { 'clear-site-data': '"storage"' };

/** The answer to signing out, or to whatever else ends the browser's own session by its person's wish. */
export function signedOut(goTo: string | null): Response {
  const answer = visitorAgain(goTo);
  for (const [name, value] of Object.entries(clearsStorage)) answer.headers.set(name, value);
  return answer;
}

/** For a browser whose session is over: takes its cookies. */
export function visitorAgain(goTo: string | null): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of clearedCookies()) headers.append('set-cookie', cookie);
  if (goTo === null) return new Response(null, { status: 204, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}
