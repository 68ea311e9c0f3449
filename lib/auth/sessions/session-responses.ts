import 'server-only';
import { clearedCookies, sessionCookies, signedOutCookies } from './cookies';
import { tokenResponse, type OpenedSession } from './start-session';

interface Options {
  status: 200 | 201;
  /** A form of the site's own pages gets the session as cookies; a JSON call sets none. */
  cookies: boolean;
  /** Where a form continues. */
  goTo?: string | null;
  now: Date;
}

/** The tokens as JSON; for a form the session's cookies and a redirect, never a token. */
export async function signedIn(session: OpenedSession, { status, cookies, goTo, now }: Options): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (cookies) for (const cookie of await sessionCookies(session, now)) headers.append('set-cookie', cookie);
  if (!goTo) return Response.json(tokenResponse(session), { status, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}

/**
 * Clears what pages store on the device: names, drafts, progress (X26). Not `"cookies"`, which would remove the visitor's language and the
 * cookies of neighbouring sites of the domain: ours are cleared by name.
 */
export const clearStorageHeaders = { 'clear-site-data': '"storage"' };

/** The response when a person ends the browser's own session. */
export function signedOut(goTo: string | null): Response {
  const response = withCookies(signedOutCookies(), goTo);
  for (const [name, value] of Object.entries(clearStorageHeaders)) response.headers.set(name, value);
  return response;
}

/** For a browser whose session is over: removes its cookies. */
export const sessionCleared = (goTo: string | null): Response => withCookies(clearedCookies(), goTo);

function withCookies(cookies: readonly string[], goTo: string | null): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  if (goTo === null) return new Response(null, { status: 204, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}
