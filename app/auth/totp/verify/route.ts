import { verifyTotp } from '@/lib/accounts/authenticator';
import { totpCodeSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'verifyTotp',
    tag: 'Accounts',
    summary: 'Pass an MFA challenge with a code',
    description: 'Counts as a fresh second factor for 10 minutes.',
    access: 'learner',
    answers: { 204: null },
    origin: 'not-foreign',
    body: totpCodeSchema,
    example: { body: { code: '123456' } },
  },
  async ({ request, actor, body }) => {
    await verifyTotp(actor, body.code, deviceOf(request.headers), now());
    return new Response(null, { status: 204 });
  },
);
