import { z } from 'zod';
import { cairoDayOf, now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf } from '@/lib/config/secrets';
import { readWorkCases } from '@/lib/content/read';
import { casePath, caseSlug, isServiceNamed, listServiceLinks } from '@/lib/content/work';
import { transaction } from '@/lib/database/client';
import { consumeLimit, limits, storageLimitOf } from '@/lib/database/rate-limit';
import { formats } from '@/lib/i18n/formats';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, type Language } from '@/lib/language';
import { enqueueMail, enqueueWebhook } from '@/lib/mail/outbox';
import { foldDigits } from '@/lib/numbers';
import { tidyPersonName } from '@/lib/person-name';
import { tooMany } from '@/lib/problem';
import { cleanCode } from '@/lib/text';
import {
  aboutPattern,
  budgetAmounts,
  checkContactField,
  checkDetailField,
  cleanField,
  type ContactField,
  type DetailField,
} from './rules';

export const outboxKeysOf = (enquiryId: string) => ({
  mail: `contact:${enquiryId}`,
  webhook: `contact-webhook:${enquiryId}`,
});

/** Delivery problems never reach the visitor (S3). @throws Problem 429 */
export async function receiveContactMessage(
  message: ContactMessage,
  { lang, ip, now }: { lang: Language; ip: string; now: Date },
): Promise<{ id: string }> {
  await consumeLimit('contact-address', ip, now);
  await consumeLimit('contact-mailbox', hmacOf('contact-mailbox', message.email), now);
  await consumeLimit('contact-total', '', now);
  const { contactEmail, contactWebhookUrl } = config();
  const details = contactEmail ? await readDetailTexts(message) : {};
  return transaction(async (tx) => {
    if (
      (await tx.enquiry.count({ where: { email: message.email, handledAt: null } })) >=
      storageLimitOf('contact-mailbox')
    )
      throw tooMany(limits['contact-mailbox'].seconds);
    const { id, createdAt } = await tx.enquiry.create({
      data: { ...message, lang },
      select: { id: true, createdAt: true },
    });
    const sent = withoutEmpty(message);
    const keys = outboxKeysOf(id);
    if (contactEmail) {
      const mail = {
        to: contactEmail,
        lang: defaultLanguage,
        template: 'enquiry',
        data: { ...sent, ...details },
        replyTo: message.email,
      };
      await enqueueMail(tx, { key: keys.mail, ...mail });
    }
    if (contactWebhookUrl)
      await enqueueWebhook(tx, keys.webhook, { id, ...sent, lang, createdAt: createdAt.toISOString() });
    return { id };
  });
}

const withoutEmpty = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));

async function readDetailTexts({
  about,
  projectKind,
  budget,
  wishedDate,
}: ContactMessage): Promise<Record<string, string>> {
  const t = await loadTranslator(defaultLanguage);
  const subject = about && (await findEnquirySubject(defaultLanguage, about));
  return withoutEmpty({
    about: subject ? subject.title : about,
    projectKind: projectKind && t(`contact.kind_${projectKind}`),
    budget: budget && t(`contact.budget_${budget}`, budgetAmounts(defaultLanguage)),
    wishedDate:
      wishedDate &&
      new Intl.DateTimeFormat(defaultLanguage, { ...formats.dateTime.long, timeZone: 'UTC' }).format(
        new Date(wishedDate),
      ),
  });
}

const contactFieldSchema = (name: ContactField) =>
  z
    .unknown()
    .meta({ type: 'string' })
    .transform((given, context) => {
      const text = typeof given === 'string' ? cleanField(name, given) : '';
      const error = checkContactField(name, text);
      if (error) context.addIssue({ code: 'custom', message: error });
      return text;
    });

/** Treats an empty field as absent, because forms without JavaScript send every field. */
const detailFieldSchema = (name: DetailField) =>
  z
    .unknown()
    .meta({ type: 'string' })
    .optional()
    .transform((given, context) => {
      const text = typeof given === 'string' ? foldDigits(cleanCode(given)) : '';
      const error = checkDetailField(name, text, cairoDayOf(now()));
      if (error) context.addIssue({ code: 'custom', message: error });
      return text || null;
    });

export const contactSchema = z.object({
  fullName: contactFieldSchema('fullName').transform(tidyPersonName),
  phoneNumber: contactFieldSchema('phoneNumber').transform(foldDigits),
  email: contactFieldSchema('email').transform((email) => email.toLowerCase()),
  message: contactFieldSchema('message'),
  about: z
    .unknown()
    .meta({ type: 'string', description: '`service/{slug}` or `work/{slug}`: what the enquiry is about' })
    .optional()
    .transform((given) => (typeof given === 'string' && aboutPattern.test(given) ? given : null)),
  projectKind: detailFieldSchema('projectKind'),
  budget: detailFieldSchema('budget'),
  wishedDate: detailFieldSchema('wishedDate'),
});
type ContactMessage = z.output<typeof contactSchema>;

interface EnquirySubject {
  title: string;
  /** Path of its page, after the language. */
  path: string;
}

/** Finds the service or case that the visitor asks about (row N3). @param about `service/{slug}` or `work/{slug}` */
export async function findEnquirySubject(lang: Language, about: string): Promise<EnquirySubject | null> {
  const [kind, slug] = about.split('/');
  if (kind === 'service')
    return (await listServiceLinks(lang)).find((each) => isServiceNamed(each, slug ?? '')) ?? null;
  if (kind !== 'work') return null;
  const found = (await readWorkCases(lang))?.find(
    (each) => caseSlug(each) === slug || each.formerSlugs?.includes(slug ?? ''),
  );
  return found ? { title: `${found.client}: ${found.title}`, path: casePath(found) } : null;
}
