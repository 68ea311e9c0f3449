import { listPasskeys } from '@/lib/accounts/passkeys';
import { listedPasskeys } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';

export const GET = handler(
  {
    id: 'listPasskeys',
    tag: 'Accounts',
    summary: "The user's passkeys",
    access: 'sameUserOrAdmin',
    answers: { 200: listedPasskeys },
  },
  ({ actor, params }) => listPasskeys(actor, params.userId ?? ''),
);
