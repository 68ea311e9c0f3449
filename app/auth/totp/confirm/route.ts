import { confirmTotpSchema } from '@/lib/auth/schema';
import { now } from '@/lib/clock';
import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { confirmTotp } from '@/lib/auth/totp/enrol-totp';

export const POST = handler({ access: 'learner', answers: { 200: recoveryCodes }, origin: 'not-foreign', body: confirmTotpSchema }, ({ request, actor, body: { code, currentPassword } }) =>
  confirmTotp({ actor, typed: code, currentPassword, device: deviceOf(request.headers), now: now() }));
