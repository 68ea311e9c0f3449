import { resendConfirmation } from '@/lib/accounts/send-confirmation';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';

/** Mails a new confirmation link. */
export const POST = handler({ access: 'self', answers: { 202: null }, form: { back: '/profile/security', next: '/profile/security?notice=confirm-sent' } }, async ({ actor, params }) => {
  await resendConfirmation(actor, params.userId ?? '', now());
  return new Response(null, { status: 202 });
});
