import { z } from 'zod';
import { foldDigits } from '@/lib/digits';
import { tidyPersonName } from '@/lib/person-name';
import { contactFault, type ContactField } from './rules';

const field = (name: ContactField) =>
  z.unknown().meta({ type: 'string' }).transform((given, context) => {
    const text = typeof given === 'string' ? given.trim() : '';
    const fault = contactFault(name, text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
    return text;
  });

/** The body of `POST /api/contact`; Arabic digits are stored as 0–9. */
export const contactSchema = z.object({
  fullName: field('fullName').transform(tidyPersonName),
  phoneNumber: field('phoneNumber').transform(foldDigits),
  email: field('email'),
  message: field('message'),
});
export type ContactMessage = z.output<typeof contactSchema>;
