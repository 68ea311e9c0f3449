import { z } from 'zod';
import { approveRefund, refuseRefund } from '@/lib/checkout/refunds/decide-refund';
import { refundByHand } from '@/lib/checkout/refunds/refund-by-hand';
import { returnReceived } from '@/lib/checkout/refunds/return-received';
import { acceptReceived } from '@/lib/checkout/settlement/decide-received';
import { now } from '@/lib/clock';
import { refundDecision } from '@/lib/api/answers/administration';
import type { FormPost } from '@/lib/api/form-post';
import { handler } from '@/lib/api/handler';
import { notFound } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';

/** `requestId`: which of several refunds of the order. `override` is for `approve` alone, and is given a reason: the policy refuses this refund. */
const bodySchema = z
  .object({ requestId: unlessEmpty(z.string().max(100)), reason: z.string().trim().max(500, 'too_long').default(''), override: z.boolean().default(false) })
  .refine(({ reason, override }) => !override || reason.length >= 3, { path: ['reason'], message: 'required' });

/** `by-hand`: the money was transferred outside Paymob, which cannot refund a kiosk payment · `accept`, `return`: of a payment of another amount. */
const decisions = {
  approve: approveRefund,
  refuse: refuseRefund,
  'by-hand': async (asked: Parameters<typeof refundByHand>[0]) => {
    await refundByHand(asked);
    return { status: 'refunded' };
  },
  accept: acceptReceived,
  return: returnReceived,
} as const;
const isDecision = (name: string): name is keyof typeof decisions => Object.hasOwn(decisions, name);

const form: FormPost = {
  next: (_decided, lang, { orderId }) => `/${lang}/admin/orders/${orderId}`, back: '/admin/orders', read: (fields) => ({ ...fields, override: fields.override === 'true' }),
};

export const POST = handler({ access: 'adminStepUp', answers: { 200: refundDecision }, body: bodySchema, form }, async ({ actor, params: { orderId = '', decision = '' }, body }) => {
  if (!isDecision(decision)) throw notFound();
  return decisions[decision]({ actor, orderId, ...body, now: now() });
});
