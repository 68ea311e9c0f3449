import 'server-only';
import { config } from '@/lib/config/config';
import { transaction } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { enqueueWebhook, enqueueMail } from '@/lib/mail/outbox';
import type { ContactMessage } from './schema';

/**
 * Stored first, with what is to be sent on in the same transaction; delivery trouble never reaches the visitor (S3).
 * @param address the sender's IP address
 * @throws Problem 429
 */
export async function receiveMessage(message: ContactMessage, { lang, address, now }: { lang: Language; address: string; now: Date }): Promise<{ id: string }> {
  await takeLimit('contact-address', address, now);
  const { contactEmail, contactWebhookUrl } = config();
  return transaction(async (tx) => {
    const { id, createdAt } = await tx.enquiry.create({ data: { ...message, lang }, select: { id: true, createdAt: true } });
    if (contactEmail) {
      const mail = { to: contactEmail, lang: defaultLanguage, template: 'enquiry', data: { ...message }, replyTo: message.email };
      await enqueueMail(tx, { key: `contact:${id}`, ...mail });
    }
    if (contactWebhookUrl) await enqueueWebhook(tx, `contact-webhook:${id}`, { id, ...message, lang, createdAt: createdAt.toISOString() });
    return { id };
  });
}
