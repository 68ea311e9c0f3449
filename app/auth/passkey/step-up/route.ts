import { handler } from '@/lib/api/handler';
import { passkeyStepUpSchema } from '@/lib/auth/passkeys/schema';
import { stepUpByPasskey } from '@/lib/auth/passkeys/step-up-by-passkey';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 204: null }, origin: 'not-foreign', body: passkeyStepUpSchema }, async ({ request, actor, body }) => {
  await stepUpByPasskey(actor, body.credential, deviceOf(request.headers), now());
  return new Response(null, { status: 204 });
});
