import { z } from 'zod';
import { foldDigits } from '@/lib/numbers';
import { isPersonName, tidyPersonName } from '@/lib/person-name';
import { emailAddress, singleLine, typedCode } from '@/lib/schemas';

/** Rows V2, V7. Error messages are keys of the texts in `validation`. Paymob accepts 50 characters per name. */
const nameSchema = (required: string) =>
  singleLine(required)
    .overwrite(tidyPersonName)
    .min(1, required)
    .max(50, 'too_long')
    .refine((text) => text === '' || isPersonName(text), 'full_name_letters');

export const billingSchema = z.object({
  first_name: nameSchema('payment_first_name_required'),
  last_name: nameSchema('payment_last_name_required'),
  phone_number: typedCode('payment_phone_required')
    .transform(foldDigits)
    .pipe(
      z
        .string()
        .min(1, 'payment_phone_required')
        .regex(/^[0-9]*$/, 'payment_phone_invalid')
        .max(20, 'payment_phone_invalid'),
    ),
  email: emailAddress('payment_email_invalid', 'payment_email_required'),
  /** For a company that wants its tax number on the receipt (row N12): nine digits, often typed in groups. */
  tax_number: typedCode()
    .transform((text) => foldDigits(text).replaceAll(/[\s./-]/g, ''))
    .pipe(z.string().regex(/^(\d{9})?$/, 'payment_tax_number_invalid'))
    .transform((digits) => digits || undefined)
    .optional(),
});

export type Billing = z.output<typeof billingSchema>;

const stored = z.object({
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  email: z.string(),
  tax_number: z.string().optional(),
});

/** Reads an order's `billing` column. Null once it was emptied because the buyer was deleted. */
export function readBilling(json: unknown): Billing | null {
  const parsed = stored.safeParse(json);
  return parsed.success ? parsed.data : null;
}
