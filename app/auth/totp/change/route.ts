import { changedTotpSecret } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { beginAuthenticatorChange } from '@/lib/accounts/authenticator';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'changeTotp',
    tag: 'Accounts',
    summary: 'Begin to change the authenticator',
    description: 'After a second factor of the last 10 minutes. The old one counts until the new one is confirmed.',
    access: 'learner',
    answers: { 200: changedTotpSecret },
    problems: [409],
    origin: 'not-foreign',
  },
  ({ actor }) => beginAuthenticatorChange(actor, now()),
);
