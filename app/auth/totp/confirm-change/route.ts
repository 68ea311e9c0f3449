import { handler } from '@/lib/api/handler';
import { confirmTotpChangeSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { confirmAuthenticatorChange } from '@/lib/accounts/authenticator';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'confirmTotpChange',
    tag: 'Accounts',
    summary: 'Confirm the new authenticator by a code of it',
    description:
      'In the session that began the change, within 10 minutes. The other sessions of the account end; recovery codes stay.',
    access: 'learner',
    answers: { 204: null },
    problems: [409],
    origin: 'not-foreign',
    body: confirmTotpChangeSchema,
    example: { body: { code: '123456', setupToken: 'x' } },
  },
  async ({ request, actor, body: { code, setupToken } }) => {
    await confirmAuthenticatorChange({ actor, typed: code, setupToken, device: deviceOf(request.headers), now: now() });
    return new Response(null, { status: 204 });
  },
);
