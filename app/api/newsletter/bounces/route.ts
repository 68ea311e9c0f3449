import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { safeEqual } from '@/lib/config/secrets';
import { bounceSchema, reportBounce } from '@/lib/newsletter/bounces';
import { unauthorized } from '@/lib/problem';

/** Before the body is read. */
function assertToken(request: Request): Promise<null> {
  const token = config().newsletterBounceToken;
  const shown = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!token || !shown || !safeEqual(shown, token)) throw unauthorized();
  return Promise.resolve(null);
}

export const POST = handler({ access: 'public', actorOf: assertToken, answers: { 204: null }, body: bounceSchema, origin: 'any' }, async ({ body }) => {
  await reportBounce(body, now());
  return new Response(null, { status: 204 });
});
