import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { passkeyRegistrationOptions } from '@/lib/auth/passkeys/register-passkey';
import { freshProofSchema } from '@/lib/auth/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 200: passkeyOptions }, origin: 'not-foreign', body: freshProofSchema }, ({ request, actor, body }) =>
  passkeyRegistrationOptions({ actor, currentPassword: body.currentPassword, device: deviceOf(request.headers), now: now() }));
