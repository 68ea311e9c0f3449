import { z } from 'zod';
import { foldDigits } from '@/lib/digits';

/** Row V2. Messages are keys of `validation`; Paymob takes 50 characters of a name. */
const name = (required: string) => z.string(required).trim().min(1, required).max(50, 'too_long');

export const billingSchema = z.object({
  first_name: name('first_name_is_required'),
  last_name: name('last_name_is_required'),
  phone_number: z
    .string('phone_number_is_required')
    .trim()
    .transform(foldDigits)
    .pipe(z.string().min(1, 'phone_number_is_required').regex(/^[0-9]*$/, 'invalid_phone_number_format').max(20, 'invalid_phone_number_format')),
  email: z
    .string('email_is_required_payment')
    .trim()
    .min(1, 'email_is_required_payment')
    .max(254, 'invalid_email_format')
    .pipe(z.email('invalid_email_format')),
});

export type Billing = z.output<typeof billingSchema>;

/** What the client sends for price and items is not even read (row P3). */
export const paymentRequestSchema = z.object({ productKey: z.string('required').min(1, 'required').max(100), billing_data: billingSchema });

export const refundRequestSchema = z.object({
  reason: z.string('refund_reason_is_required').trim().min(1, 'refund_reason_is_required').max(1000, 'too_long'),
});

/** `010…` as Egyptians write it, to `+2010…` as Paymob wants it; anything else is left as a number with its country. */
export function internationalPhone(digits: string): string {
  if (/^01\d{9}$/.test(digits)) return `+2${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : `+${digits}`;
}
