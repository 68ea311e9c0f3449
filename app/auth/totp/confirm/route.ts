import { totpCodeSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { confirmTotp } from '@/lib/auth/totp/enrol-totp';

export const POST = handler({ access: 'learner', answers: { 200: recoveryCodes }, origin: 'not-foreign', body: totpCodeSchema }, async ({ request, actor, body }) => {
  return confirmTotp(actor, body.code, deviceOf(request.headers), now());
});
