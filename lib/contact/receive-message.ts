import 'server-only';
import { config } from '@/lib/config/config';
import { transaction } from '@/lib/database/client';
import { defaultLanguage, type Language } from '@/lib/language';
import { enqueueWebhook, enqueueMail } from '@/lib/mail/outbox';
import type { ContactMessage } from './schema';

/** Stores the message and queues its delivery in one transaction; a delivery failure never reaches the visitor (S3). */
export async function receiveMessage(message: ContactMessage, lang: Language): Promise<{ id: string }> {
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
