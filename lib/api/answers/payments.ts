import { z } from 'zod';
import { currency, piastres, timestamp, timestampOrNull } from '@/lib/shapes';

export const orderStatus = z.enum([
  'pending',
  'in_review',
  'paid',
  'failed',
  'expired',
  'refund_requested',
  'refunded',
]);
export const paymentMethod = z.enum(['card', 'wallet', 'kiosk']).nullable();

export const product = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  amount: piastres.describe('The price charged now.'),
  currency,
  courseName: z.string().describe('Slug of the course.'),
  courseNames: z.array(z.string()).optional().describe('Slugs of all courses; only for a bundle.'),
});
export const productList = z.array(product);

const payment = {
  orderId: z.string(),
  paymentAmount: piastres,
  currency,
  status: orderStatus,
  paidAt: timestampOrNull,
  paymentItems: z.array(z.strictObject({ description: z.string() })),
};
export const paymentList = z.array(z.strictObject(payment));
export const everybodysPayments = z.array(
  z.strictObject({
    ...payment,
    userId: z.string().nullable().optional().describe('Only in the response to an administrator.'),
  }),
);

export const order = z.strictObject({
  orderId: z.string(),
  status: orderStatus,
  productKey: z.string(),
  amount: piastres,
  currency,
  method: paymentMethod,
  paidAt: timestampOrNull,
  billReference: z.string().optional().describe('Number of the kiosk bill.'),
  expiresAt: timestamp.optional().describe('Only while the order is pending.'),
  returning: z
    .enum(['coupon-over', 'double-purchase', 'other-amount'])
    .optional()
    .describe('Reason why the payment granted no access and is being returned.'),
});
export const openedGift = z.strictObject({
  courseSlugs: z.array(z.string()).describe("Slugs of the gift's courses, which are now open."),
});
export const changedGift = z.strictObject({
  mailed: z.boolean().describe('True if the recipient is mailed now.'),
});
export const acceptedSeat = z.strictObject({ courseSlug: z.string() });
export const refundRequested = z.strictObject({ status: z.literal('refund_requested') });
