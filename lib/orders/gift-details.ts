import { z } from 'zod';
import { addDays, cairoDayOf, isCalendarDay, now, parseCairoTime } from '@/lib/clock';
import { foldDigits } from '@/lib/numbers';
import { isPersonName, maxNameLength, tidyPersonName } from '@/lib/person-name';
import { emailAddress, singleLine, typedCode } from '@/lib/schemas';

export interface GiftDetails {
  readonly recipientEmail: string;
  readonly recipientName: string;
  readonly card: string;
  /** When to email the recipient; null means on payment. */
  readonly sendAt: Date | null;
}

/** Error messages are keys of the texts in `validation`. */
const recipient = {
  recipient_email: emailAddress('payment_email_invalid', 'payment_email_required'),
  recipient_name: singleLine('gift_name_required')
    .overwrite(tidyPersonName)
    .min(1, 'gift_name_required')
    .max(maxNameLength, 'too_long')
    .refine((text) => text === '' || text.length > maxNameLength || isPersonName(text), 'full_name_letters'),
  send_on: typedCode()
    .transform(foldDigits)
    .superRefine((day, context) => {
      const error = day === '' ? null : checkGiftDay(day, now());
      if (error) context.addIssue({ code: 'custom', message: error });
    })
    .optional(),
};

export const giftSchema = z.object({ ...recipient, card: z.string().trim().max(300, 'card_long').default('') });
export type GiftForm = z.output<typeof giftSchema>;

export const giftChangeSchema = z.object(recipient);
export type GiftChange = z.output<typeof giftChangeSchema>;

const maxDaysAhead = 365;

export const giftDays = (at: Date): { first: string; last: string } => ({
  first: cairoDayOf(at),
  last: addDays(cairoDayOf(at), maxDaysAhead),
});

function checkGiftDay(day: string, at: Date): string | null {
  if (!isCalendarDay(day)) return 'date_invalid';
  const { first, last } = giftDays(at);
  if (day < first) return 'date_past';
  return day > last ? 'gift_date_far' : null;
}

/** Returns 9:00 of that day in Cairo, or null (send at once) for no day and for today. */
export const sendAtOf = (day: string | undefined, at: Date): Date | null =>
  day && day > cairoDayOf(at) ? parseCairoTime(`${day}T09:00`) : null;

export const giftDetailsOf = ({ recipient_email, recipient_name, card, send_on }: GiftForm, at: Date): GiftDetails => ({
  recipientEmail: recipient_email,
  recipientName: recipient_name,
  card,
  sendAt: sendAtOf(send_on, at),
});
