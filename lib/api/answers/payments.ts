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
  amount: piastres.describe('What is charged now.'),
  currency,
  courseName: z.string().describe('The slug of the course.'),
  courseNames: z.array(z.string()).optional().describe('Of a bundle: the slugs of all its courses.'),
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
  z.strictObject({ ...payment, userId: z.string().nullable().optional().describe('For an administrator.') }),
);

export const order = z.strictObject({
  orderId: z.string(),
  status: orderStatus,
  productKey: z.string(),
  amount: piastres,
  currency,
  method: paymentMethod,
  paidAt: timestampOrNull,
  billReference: z.string().optional().describe('The number of a kiosk bill.'),
  expiresAt: timestamp.optional().describe('While the order is pending.'),
  returning: z
    .enum(['coupon-over', 'double-purchase', 'other-amount'])
    .optional()
    .describe('Why the payment bought nothing and goes back.'),
});
export const openedGift = z.strictObject({
  courseSlugs: z.array(z.string()).describe('The courses of the gift, open now.'),
});
export const changedGift = z.strictObject({
  mailed: z.boolean().describe('Whether the recipient is sent a mail now.'),
});
export const acceptedSeat = z.strictObject({ courseSlug: z.string() });
export const refundRequested = z.strictObject({ status: z.literal('refund_requested') });
