import { newPasskeySchema } from '@/lib/accounts/passkey-sign-in';
import { registerPasskey } from '@/lib/accounts/passkeys';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { addedPasskey } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'registerPasskey',
    tag: 'Accounts',
    summary: 'Add a passkey, named after the device',
    access: 'learner',
    answers: { 201: addedPasskey },
    problems: [409],
    origin: 'not-foreign',
    body: newPasskeySchema,
  },
  async ({ request, actor, body }) => {
    const added = await registerPasskey(actor, body.credential, deviceOf(request.headers), now());
    return Response.json(added, { status: 201, headers: { 'cache-control': 'no-store' } });
  },
);
