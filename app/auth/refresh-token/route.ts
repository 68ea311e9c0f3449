import { z } from 'zod';
import { createSessionCookies } from '@/lib/accounts/sessions/cookies';
import { refreshBrowserSession, refreshSession } from '@/lib/accounts/sessions/refresh-session';
import { refreshedTokens } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { Problem } from '@/lib/problem';

const schema = z.object({ refreshToken: z.string().max(500).optional() });

/** Pages cannot set cookies while they render, so this route rotates the session. */
export const POST = handler(
  {
    id: 'refreshToken',
    tag: 'Accounts',
    summary: 'Exchange a refresh token for new tokens',
    description: 'A browser sends `{}` with the refresh cookie. Reusing an old token ends the session.',
    access: 'public',
    requires: 'refreshToken',
    answers: { 200: refreshedTokens },
    problems: [401],
    body: schema,
    origin: 'not-foreign',
    example: { body: { refreshToken: 'x' } },
  },
  async ({ request, body }) => {
    const time = now();
    const refreshed = await (body.refreshToken === undefined
      ? refreshBrowserSession(request.headers, time)
      : refreshSession(body.refreshToken, time));
    if (!refreshed.ok) throw new Problem(401, 'unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
    const { accessToken, refreshToken, expiresIn } = refreshed.value;
    const headers = new Headers({ 'cache-control': 'no-store' });
    if (body.refreshToken === undefined)
      for (const line of await createSessionCookies(refreshed.value, time)) headers.append('set-cookie', line);
    return Response.json({ accessToken, refreshToken, expiresIn }, { headers });
  },
);
