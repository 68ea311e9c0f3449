import { z } from 'zod';
import { newCouponCode } from '@/lib/checkout/coupons/find-coupon';
import { endMoment, formNumber, moment } from '@/lib/schemas';

const uses = formNumber('uses_invalid').int('uses_invalid').min(1, 'uses_invalid').max(1_000_000, 'uses_invalid').nullable();

const terms = {
  percent: formNumber('percent_invalid').int('percent_invalid').min(1, 'percent_invalid').max(100, 'percent_invalid').nullable(),
  /** in piastres */
  amount: formNumber('amount_invalid').int('amount_invalid').min(1, 'amount_invalid').max(100_000_000, 'amount_invalid').nullable(),
  startsAt: moment.nullable(),
  endsAt: endMoment.nullable(),
  maxUses: uses,
  maxUsesPerLearner: uses,
  withSale: z.boolean('required'),
  refundable: z.boolean('required'),
  forTeams: z.boolean('required').default(false),
  /** slugs; none means all */
  courses: z.array(z.string().max(200)).max(500).transform((slugs) => [...new Set(slugs)]),
};

interface Terms { percent: number | null; amount: number | null; startsAt: Date | null; endsAt: Date | null }

const hasOneKind = ({ percent, amount }: Terms) => (percent === null) !== (amount === null);
const endsLater = ({ startsAt, endsAt }: Terms) => startsAt === null || endsAt === null || startsAt < endsAt;

export const newCouponSchema = z.object({ code: newCouponCode, ...terms })
  .refine(hasOneKind, { path: ['percent'], message: 'percent_or_amount' }).refine(endsLater, { path: ['endsAt'], message: 'end_before_start' });

/** The code stays: it stands on receipts and in what was printed. */
export const couponChangeSchema = z.object({ ...terms, /** What the editor had loaded. */ updatedAt: z.iso.datetime().optional() })
  .refine(hasOneKind, { path: ['percent'], message: 'percent_or_amount' }).refine(endsLater, { path: ['endsAt'], message: 'end_before_start' });

export type NewCoupon = z.output<typeof newCouponSchema>;
export type CouponChange = z.output<typeof couponChangeSchema>;
