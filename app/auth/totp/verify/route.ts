import { totpCodeSchema } from '@/lib/accounts/schema';
import { assertLearner } from '@/lib/actor';
import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { deviceOf } from '@/lib/sessions/device';
import { verifyTotp } from '@/lib/sessions/enrol-totp';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'learner', origin: 'not-foreign', body: totpCodeSchema }, async ({ request, actor, body }) => {
    assertLearner(actor);
    await verifyTotp(actor, body.code, deviceOf(request.headers), now());
    return new Response(null, { status: 204 });
  }),
});
