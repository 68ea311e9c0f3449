import { z } from 'zod';
import { readMediaActor } from '@/lib/accounts/sessions/actor-of';
import { clearStorageHeaders, cookieNames, findCookie, signedOutResponse } from '@/lib/accounts/sessions/cookies';
import { endSession } from '@/lib/accounts/sessions/end-sessions';
import { findSessionByRefreshToken } from '@/lib/accounts/sessions/refresh-session';
import { bearerOf, readAccessToken } from '@/lib/accounts/sessions/tokens';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { safeNext } from '@/lib/guards/safe-next';
import { defaultLanguage } from '@/lib/language';
import { unauthorized } from '@/lib/problem';

const schema = z.object({ refreshToken: z.string().max(500).optional(), to: z.string().max(500).optional() });

/** Accepts an expired access token (D9). @throws Problem 401 if the only credential is an unknown bearer token */
export const POST = handler(
  {
    id: 'signOut',
    tag: 'Accounts',
    summary: 'Sign out',
    description: 'An expired access token still ends its session.',
    access: 'public',
    answers: { 204: null },
    problems: [401],
    body: schema,
    origin: 'not-foreign',
    actorOf: readMediaActor,
    form: { back: '/home', next: () => '/' },
    example: { body: { refreshToken: 'x', to: `/${defaultLanguage}/home` } },
  },
  async ({ request, body, actor, isForm }) => {
    const cookie = findCookie(request.headers, cookieNames().refresh);
    const cookieSession = await findSessionByRefreshToken(body.refreshToken ?? cookie);
    const bearer = bearerOf(request.headers);
    if (bearer !== null && !actor && !cookieSession && !(await readAccessToken(bearer, new Date(0))))
      throw unauthorized();
    for (const sessionId of new Set([actor?.sessionId, cookieSession]))
      if (sessionId) await endSession(sessionId, 'logout', now());
    const byCookie = request.headers.has('cookie');
    if (isForm) return signedOutResponse(safeNext(body.to) ?? '/');
    return byCookie ? signedOutResponse(null) : new Response(null, { status: 204, headers: clearStorageHeaders });
  },
);
