import { resendConfirmation } from '@/lib/accounts/send-confirmation';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

/** Mails a new confirmation link. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'self', form: { back: '/profile/security', next: '/profile/security?notice=confirm-sent' } }, async ({ actor, params }) => {
    await resendConfirmation(actor, params.userId ?? '', now());
    return new Response(null, { status: 202 });
  }),
});
