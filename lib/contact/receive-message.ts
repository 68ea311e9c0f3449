import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf } from '@/lib/config/secrets';
import { findEnquirySubject } from '@/lib/content/enquiry-subject';
import { transaction } from '@/lib/database/client';
import { limits, takeLimit, totalOf } from '@/lib/database/rate-limit';
import { formats } from '@/lib/i18n/formats';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, type Language } from '@/lib/language';
import { enqueueWebhook, enqueueMail } from '@/lib/mail/outbox';
import { tooMany } from '@/lib/problem';
import { budgetAmounts } from './rules';
import type { ContactMessage } from './schema';

/** Of what is sent on of an enquiry, in the outbox. */
export const sentOnKeys = (enquiryId: string) => ({ mail: `contact:${enquiryId}`, webhook: `contact-webhook:${enquiryId}` });

/**
 * Stored first, with what is to be sent on in the same transaction; delivery trouble never reaches the visitor (S3).
 * @param address the sender's IP address
 * @throws Problem 429
 */
export async function receiveMessage(message: ContactMessage, { lang, address, now }: { lang: Language; address: string; now: Date }): Promise<{ id: string }> {
  await takeLimit('contact-address', address, now);
  await takeLimit('contact-mailbox', hmacOf('contact-mailbox', message.email), now);
  const { contactEmail, contactWebhookUrl } = config();
  const details = contactEmail ? await detailTexts(message) : {};
  return transaction(async (tx) => {
    if ((await tx.enquiry.count({ where: { email: message.email, handledAt: null } })) >= totalOf('contact-mailbox')) throw tooMany(limits['contact-mailbox'].seconds);
    const { id, createdAt } = await tx.enquiry.create({ data: { ...message, lang }, select: { id: true, createdAt: true } });
    const sent = withoutEmpty(message);
    const keys = sentOnKeys(id);
    if (contactEmail) {
      const mail = { to: contactEmail, lang: defaultLanguage, template: 'enquiry', data: { ...sent, ...details }, replyTo: message.email };
      await enqueueMail(tx, { key: keys.mail, ...mail });
    }
    if (contactWebhookUrl) await enqueueWebhook(tx, keys.webhook, { id, ...sent, lang, createdAt: createdAt.toISOString() });
    return { id };
  });
}

const withoutEmpty = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));

/** What the visitor chose, in the company's language. */
async function detailTexts({ about, projectKind, budget, wishedDate }: ContactMessage): Promise<Record<string, string>> {
  const t = await translatorOf(defaultLanguage);
  const subject = about && (await findEnquirySubject(defaultLanguage, about));
  return withoutEmpty({
    about: subject ? subject.title : about,
    projectKind: projectKind && t(`contact.kind_${projectKind}`),
    budget: budget && t(`contact.budget_${budget}`, budgetAmounts(defaultLanguage)),
    wishedDate: wishedDate && new Intl.DateTimeFormat(defaultLanguage, { ...formats.dateTime.long, timeZone: 'UTC' }).format(new Date(wishedDate)),
  });
}
