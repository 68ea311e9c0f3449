import { resendConfirmation } from '@/lib/accounts/confirm-email';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'sendEmailConfirmation',
    tag: 'Accounts',
    summary: 'Mail a new confirmation link',
    access: 'sameUserOrAdmin',
    answers: { 202: null },
    problems: [409],
    form: { back: '/profile/security', next: '/profile/security?notice=confirm-sent' },
  },
  async ({ actor, params }) => {
    await resendConfirmation(actor, params.userId ?? '', now());
    return new Response(null, { status: 202 });
  },
);
