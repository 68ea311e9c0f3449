import { enrolTotp } from '@/lib/accounts/authenticator';
import { freshSignInSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { totpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'enrolTotp',
    tag: 'Accounts',
    summary: 'Start to set up a second factor',
    description:
      'Needs a sign-in within the last 10 minutes or `currentPassword`. 403 `step-up` if the account has a passkey that was not used in that time.',
    access: 'learner',
    answers: { 200: totpSecret },
    problems: [409],
    origin: 'not-foreign',
    body: freshSignInSchema,
  },
  ({ request, actor, body }) => enrolTotp({ ...body, actor, device: deviceOf(request.headers), now: now() }),
);
