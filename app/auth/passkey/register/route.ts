import { addedPasskey } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { registerPasskey } from '@/lib/auth/passkeys/register-passkey';
import { newPasskeySchema } from '@/lib/auth/passkeys/schema';
import { deviceOf } from '@/lib/auth/sessions/device';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'learner', answers: { 201: addedPasskey }, origin: 'not-foreign', body: newPasskeySchema }, async ({ request, actor, body }) => {
  const added = await registerPasskey(actor, body.credential, deviceOf(request.headers), now());
  return Response.json(added, { status: 201, headers: { 'cache-control': 'no-store' } });
});
