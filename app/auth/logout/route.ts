import { z } from 'zod';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { safeNext } from '@/lib/guards/safe-next';
import { clearStorageHeaders, signedOut } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { endSession } from '@/lib/auth/sessions/end-session';
import { mediaActorOf } from '@/lib/auth/sessions/actor-of';
import { sessionOfRefreshToken } from '@/lib/auth/sessions/refresh-session';
import { bearerOf, readAccessToken } from '@/lib/auth/tokens/access-token';
import { unauthorized } from '@/lib/problem';

const schema = z.object({ refreshToken: z.string().max(500).optional(), to: z.string().max(500).optional() });

/**
 * Ends every session that the call shows: by bearer, refresh token or the site's cookies (D9). An access token that has expired still names its
 * session, and one whose session has ended is signed out already. 401 for a bearer that is none of ours, when nothing else shows a session.
 */
export const POST = handler({ access: 'public', answers: { 204: null }, body: schema, origin: 'not-foreign', actorOf: mediaActorOf, form: { back: '/home', next: () => '/' } }, async ({ request, body, actor, isForm }) => {
  const cookie = cookieOf(request.headers, cookieNames().refresh);
  const shown = await sessionOfRefreshToken(body.refreshToken ?? cookie);
  const bearer = bearerOf(request.headers);
  if (bearer !== null && !actor && !shown && !(await readAccessToken(bearer, new Date(0)))) throw unauthorized();
  for (const sessionId of new Set([actor?.sessionId, shown])) if (sessionId) await endSession(sessionId, 'logout', now());
  const byCookie = request.headers.has('cookie');
  if (isForm) return signedOut(safeNext(body.to) ?? '/');
  return byCookie ? signedOut(null) : new Response(null, { status: 204, headers: clearStorageHeaders });
});
