import { confirmTotp } from '@/lib/accounts/authenticator';
import { confirmTotpSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { recoveryCodes } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'confirmTotp',
    tag: 'Accounts',
    summary: 'Confirm the second factor with its first code',
    description: "Send the same `currentPassword` as to `enrol`, if any. The account's other sessions end.",
    access: 'learner',
    answers: { 200: recoveryCodes },
    problems: [409],
    origin: 'not-foreign',
    body: confirmTotpSchema,
    example: { body: { code: '123456' } },
  },
  ({ request, actor, body: { code, currentPassword } }) =>
    confirmTotp({ actor, typed: code, currentPassword, device: deviceOf(request.headers), now: now() }),
);
