import { totpCodeSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { verifyTotp } from '@/lib/auth/totp/enrol-totp';

export const POST = handler({ access: 'learner', answers: { 204: null }, origin: 'not-foreign', body: totpCodeSchema }, async ({ request, actor, body }) => {
  await verifyTotp(actor, body.code, deviceOf(request.headers), now());
  return new Response(null, { status: 204 });
});
