import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { deviceOf } from '@/lib/auth/sessions/device';
import { renewRecoveryCodes } from '@/lib/auth/totp/recovery-codes';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 200: recoveryCodes }, origin: 'not-foreign' }, ({ request, actor }) =>
  renewRecoveryCodes({ actor, device: deviceOf(request.headers), now: now() }));
