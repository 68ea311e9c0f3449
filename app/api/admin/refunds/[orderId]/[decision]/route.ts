import { z } from 'zod';
import { refundDecision } from '@/lib/api/answers/administration';
import type { FormPost } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { approveRefund, refundByHand, refundReceivedPayment, refuseRefund } from '@/lib/orders/refunds/refund-requests';
import { acceptReceivedPayment } from '@/lib/orders/settlement/decide-received';
import { notFound } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';

/** `override` approves a refund against the policy and requires a reason. */
const bodySchema = z
  .object({
    requestId: unlessEmpty(z.string().max(100)),
    reason: z.string().trim().max(500, 'too_long').default(''),
    override: z.boolean().default(false),
  })
  .refine(({ reason, override }) => !override || reason.length >= 3, { path: ['reason'], message: 'required' });

/** `by-hand`: refunded outside Paymob, which cannot refund kiosk payments. `accept`, `return`: after a wrong amount. */
const decisions = {
  approve: approveRefund,
  refuse: refuseRefund,
  'by-hand': async (input: Parameters<typeof refundByHand>[0]) => {
    await refundByHand(input);
    return { status: 'refunded' };
  },
  accept: acceptReceivedPayment,
  return: refundReceivedPayment,
} as const;
const isDecision = (name: string): name is keyof typeof decisions => Object.hasOwn(decisions, name);

const form: FormPost = {
  next: (_answer, lang, { orderId }) => `/${lang}/admin/orders/${orderId}`,
  back: '/admin/orders',
  read: (fields) => ({ ...fields, override: fields.override === 'true' }),
};

export const POST = handler(
  {
    id: 'decideRefund',
    tag: 'Administration',
    summary: 'Approve or refuse a refund, or record a manual one',
    description:
      '`by-hand` records a refund made outside Paymob. `accept` and `return` decide on a payment of a wrong amount.',
    access: 'adminStepUp',
    answers: { 200: refundDecision },
    problems: [409],
    body: bodySchema,
    form,
    example: { body: { reason: 'A reason' } },
  },
  async ({ actor, params: { orderId = '', decision = '' }, body }) => {
    if (!isDecision(decision)) throw notFound();
    return decisions[decision]({ actor, orderId, ...body, now: now() });
  },
);
