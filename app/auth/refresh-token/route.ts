import { z } from 'zod';
import { now } from '@/lib/clock';
import { refreshedTokens } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { Problem } from '@/lib/problem';
import { cookieNames, cookieOf, sessionCookies } from '@/lib/auth/sessions/cookies';
import { refreshSession } from '@/lib/auth/sessions/refresh-session';

const schema = z.object({ refreshToken: z.string().max(500).optional() });

/** The only writer of a rotated session: pages cannot set cookies while they render. */
export const POST = handler({ access: 'public', answers: { 200: refreshedTokens }, body: schema, origin: 'not-foreign' }, async ({ request, body }) => {
  const time = now();
  const cookie = cookieOf(request.headers, cookieNames().refresh);
  const refreshed = await refreshSession(body.refreshToken ?? cookie, time);
  if (!refreshed.ok) throw new Problem(401, 'unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
  const { accessToken, refreshToken, expiresIn } = refreshed.value;
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (body.refreshToken === undefined) for (const line of await sessionCookies(refreshed.value, time)) headers.append('set-cookie', line);
  return Response.json({ accessToken, refreshToken, expiresIn }, { headers });
});
