import { beginAuthenticatorChange } from '@/lib/accounts/authenticator';
import { changedTotpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'changeTotp',
    tag: 'Accounts',
    summary: 'Start to change the authenticator',
    description:
      'Needs a second factor within the last 10 minutes. The old authenticator stays valid until the new one is confirmed.',
    access: 'learner',
    answers: { 200: changedTotpSecret },
    problems: [409],
    origin: 'not-foreign',
  },
  ({ actor }) => beginAuthenticatorChange(actor, now()),
);
