import { passkeyStepUpSchema, stepUpByPasskey } from '@/lib/accounts/passkey-sign-in';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'stepUpWithPasskey',
    tag: 'Accounts',
    summary: 'Pass an MFA challenge with a passkey',
    description: 'Counts as a fresh second factor for 10 minutes.',
    access: 'learner',
    answers: { 204: null },
    origin: 'not-foreign',
    body: passkeyStepUpSchema,
  },
  async ({ request, actor, body }) => {
    await stepUpByPasskey(actor, body.credential, deviceOf(request.headers), now());
    return new Response(null, { status: 204 });
  },
);
