import { createStepUpOptions } from '@/lib/accounts/passkey-sign-in';
import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'createPasskeyStepUpOptions',
    tag: 'Accounts',
    summary: 'Options for a passkey challenge',
    access: 'learner',
    answers: { 200: passkeyOptions },
    problems: [409],
    origin: 'not-foreign',
  },
  ({ actor }) => createStepUpOptions(actor, now()),
);
