import { assertBearer } from '@/lib/api/assert-bearer';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { bounceSchema, reportBounce } from '@/lib/newsletter/bounces';

/** Before the body is read. */
function assertToken(request: Request): Promise<null> {
  assertBearer(request, config().newsletterBounceToken);
  return Promise.resolve(null);
}

export const POST = handler({ access: 'public', actorOf: assertToken, answers: { 204: null }, body: bounceSchema, origin: 'any' }, async ({ body }) => {
  await reportBounce(body, now());
  return new Response(null, { status: 204 });
});
