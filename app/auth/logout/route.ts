import { z } from 'zod';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { safeNext } from '@/lib/guards/safe-next';
import { clearStorageHeaders, signedOut } from '@/lib/auth/sessions/session-responses';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { endSession } from '@/lib/auth/sessions/end-session';
import { sessionOfRefreshToken } from '@/lib/auth/sessions/refresh-session';

const schema = z.object({ refreshToken: z.string().max(500).optional(), to: z.string().max(500).optional() });

/** Ends every session that the call shows: by bearer, refresh token or the site's cookies (D9). */
export const POST = handler({ access: 'public', answers: { 204: null }, body: schema, origin: 'not-foreign', form: { back: '/home', next: () => '/' } }, async ({ request, body, actor, isForm }) => {
  const cookie = cookieOf(request.headers, cookieNames().refresh);
  const shown = await sessionOfRefreshToken(body.refreshToken ?? cookie);
  for (const sessionId of new Set([actor?.sessionId, shown])) if (sessionId) await endSession(sessionId, 'logout', now());
  const byCookie = request.headers.has('cookie');
  if (isForm) return signedOut(safeNext(body.to) ?? '/');
  return byCookie ? signedOut(null) : new Response(null, { status: 204, headers: clearStorageHeaders });
});
