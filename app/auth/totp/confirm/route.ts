import { totpCodeSchema } from '@/lib/auth/schema';
import { assertLearner } from '@/lib/actor';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { deviceOf } from '@/lib/auth/sessions/device';
import { confirmTotp } from '@/lib/auth/totp/enrol-totp';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'learner', origin: 'not-foreign', body: totpCodeSchema }, async ({ request, actor, body }) => {
    assertLearner(actor);
    return confirmTotp(actor, body.code, deviceOf(request.headers), now());
  }),
});
