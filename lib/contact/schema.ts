import { z } from 'zod';
import { cairoDayOf, now } from '@/lib/clock';
import { foldDigits } from '@/lib/digits';
import { tidyPersonName } from '@/lib/person-name';
import { cleanCode } from '@/lib/single-line';
import { aboutPattern, cleanedField, contactFault, detailFault, type ContactField, type DetailField } from './rules';

/** The message keeps its lines and its direction marks. */
const field = (name: ContactField) =>
  z.unknown().meta({ type: 'string' }).transform((given, context) => {
    const text = typeof given === 'string' ? cleanedField(name, given) : '';
    const fault = contactFault(name, text);
    if (fault) context.addIssue({ code: 'custom', message: fault });
    return text;
  });

/** Empty is as good as absent: forms without JavaScript send every field. */
const detail = (name: DetailField) =>
  z.unknown().meta({ type: 'string' }).optional().transform((given, context) => {
    const text = typeof given === 'string' ? foldDigits(cleanCode(given)) : '';
    const fault = detailFault(name, text, cairoDayOf(now()));
    if (fault) context.addIssue({ code: 'custom', message: fault });
    return text || null;
  });

/** The body of `POST /api/contact`; Arabic digits are stored as 0–9. */
export const contactSchema = z.object({
  fullName: field('fullName').transform(tidyPersonName),
  phoneNumber: field('phoneNumber').transform(foldDigits),
  email: field('email').transform((email) => email.toLowerCase()),
  message: field('message'),
  about: z.unknown().meta({ type: 'string', description: '`service/{slug}` or `work/{slug}`: what the enquiry is about' }).optional()
    .transform((given) => (typeof given === 'string' && aboutPattern.test(given) ? given : null)),
  projectKind: detail('projectKind'),
  budget: detail('budget'),
  wishedDate: detail('wishedDate'),
});
export type ContactMessage = z.output<typeof contactSchema>;
