import { z } from 'zod';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { safeNext } from '@/lib/guards/safe-next';
import { clearStorageHeaders, signedOut } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { endSession } from '@/lib/auth/sessions/end-session';
import { sessionOfRefreshToken } from '@/lib/auth/sessions/refresh-session';

const schema = z.object({ refreshToken: z.string().max(500).optional(), to: z.string().max(500).optional() });

/** Row D9. Whatever of a session is shown, a bearer, a refresh token or the site's cookies, is dead afterwards. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: schema, origin: 'not-foreign', form: { back: '/home', next: () => '/' } }, async ({ request, body, actor, isForm }) => {
    const cookie = cookieOf(request.headers, cookieNames().refresh);
    const shown = await sessionOfRefreshToken(body.refreshToken ?? cookie);
    for (const sessionId of new Set([actor?.sessionId, shown])) if (sessionId) await endSession(sessionId, 'logout', now());
    const byCookie = request.headers.has('cookie');
    if (isForm) return signedOut(safeNext(body.to) ?? '/');
    return byCookie ? signedOut(null) : new Response(null, { status: 204, headers: clearStorageHeaders });
  }),
});
