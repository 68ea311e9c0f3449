import { z } from 'zod';
import { cleanCode } from '@/lib/single-line';
import { mostSeats } from './seat-count';

const address = z.email().max(254);

/** Addresses as they are pasted from a mail program, a sheet or a chat: each once, in lower case. */
function splitEmails(typed: string): string[] {
  const parts = cleanCode(typed.normalize('NFKC')).split(/[\s,;،؛<>"]+/).filter((part) => part.includes('@'));
  return [...new Set(parts.map((part) => part.toLowerCase()))];
}

/** Each address that is none is named. Messages are keys of `validation`. */
export const invitationSchema = z.object({
  emails: z
    .string('seat_emails_required')
    .max(20_000, 'too_long')
    .superRefine((typed, context) => {
      const emails = splitEmails(typed);
      if (emails.length === 0) context.addIssue({ code: 'custom', message: 'seat_emails_required' });
      if (emails.length > mostSeats) context.addIssue({ code: 'custom', message: 'seat_emails_many' });
      for (const email of emails.filter((each) => !address.safeParse(each).success)) {
        context.addIssue({ code: 'custom', message: 'seat_email_invalid', params: { email } });
      }
    })
    .transform(splitEmails),
});
