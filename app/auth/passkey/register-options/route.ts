import { createRegistrationOptions } from '@/lib/accounts/passkeys';
import { freshSignInSchema } from '@/lib/accounts/schema';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'createPasskeyRegistrationOptions',
    tag: 'Accounts',
    summary: 'Options for `navigator.credentials.create`',
    description:
      'Needs a sign-in within the last 10 minutes or `currentPassword`. 403 `step-up` if the account has a second factor that was not used in that time.',
    access: 'learner',
    answers: { 200: passkeyOptions },
    problems: [409],
    origin: 'not-foreign',
    body: freshSignInSchema,
    example: { body: { currentPassword: 'x' } },
  },
  ({ request, actor, body }) =>
    createRegistrationOptions({
      actor,
      currentPassword: body.currentPassword,
      device: deviceOf(request.headers),
      now: now(),
    }),
);
