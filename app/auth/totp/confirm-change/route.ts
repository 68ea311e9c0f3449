import { confirmAuthenticatorChange } from '@/lib/accounts/authenticator';
import { confirmTotpChangeSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'confirmTotpChange',
    tag: 'Accounts',
    summary: 'Confirm the new authenticator with one of its codes',
    description:
      "Send the code in the session that started the change, within 10 minutes. The account's other sessions end; the recovery codes stay valid.",
    access: 'learner',
    answers: { 204: null },
    problems: [409],
    origin: 'not-foreign',
    body: confirmTotpChangeSchema,
    example: { body: { code: '123456', setupToken: 'x' } },
  },
  async ({ request, actor, body: { code, setupToken } }) => {
    await confirmAuthenticatorChange({
      actor,
      typed: code,
      setupToken,
      device: deviceOf(request.headers),
      now: now(),
    });
    return new Response(null, { status: 204 });
  },
);
