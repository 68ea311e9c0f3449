import { resetSecondFactor } from '@/lib/accounts/admin/users';
import { changedUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { reasonSchema } from '@/lib/orders/admin/order-actions';

export const POST = handler(
  {
    id: 'resetSecondFactor',
    tag: 'Administration',
    summary: 'Reset a learner’s lost second factor',
    description: 'Removes authenticator, recovery codes and passkeys, ends all sessions, and mails the learner.',
    access: 'adminStepUp',
    answers: { 200: changedUser },
    problems: [409],
    body: reasonSchema,
    example: { body: { reason: 'A reason' } },
  },
  async ({ actor, params: { id = '' }, body: { reason } }) =>
    resetSecondFactor(actor, { userId: id, reason, now: now() }),
);
