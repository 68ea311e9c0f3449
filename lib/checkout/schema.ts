import { z } from 'zod';
import { foldDigits } from '@/lib/digits';

/** Row V2. Messages are keys of `validation`; Paymob takes 50 characters of a name. */
const name = (required: string) => z.string(required).trim().min(1, required).max(50, 'too_long');

export const billingSchema = z.object({
  first_name: name('payment_first_name_required'),
  last_name: name('payment_last_name_required'),
  phone_number: z
    .string('payment_phone_required')
    .trim()
    .transform(foldDigits)
    .pipe(z.string().min(1, 'payment_phone_required').regex(/^[0-9]*$/, 'payment_phone_invalid').max(20, 'payment_phone_invalid')),
  email: z
    .string('payment_email_required')
    .trim()
    .min(1, 'payment_email_required')
    .max(254, 'payment_email_invalid')
    .pipe(z.email('payment_email_invalid')),
});

export type Billing = z.output<typeof billingSchema>;

/** What the client sends for price and items is not even read (row P3). */
export const paymentRequestSchema = z.object({ productKey: z.string('required').min(1, 'required').max(100), billing_data: billingSchema });

export const refundRequestSchema = z.object({
  reason: z.string('required').trim().min(1, 'required').max(1000, 'too_long'),
});

/** `010…` as Egyptians write it, to `+2010…` as Paymob wants it; anything else is left as a number with its country. */
export function internationalPhone(digits: string): string {
  if (/^01\d{9}$/.test(digits)) return `+2${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : `+${digits}`;
}
