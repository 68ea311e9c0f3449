import type { Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import type { NewsletterContent } from './newsletter-email';

export interface Mail {
  /** A second mail with the same key is ignored. */
  key: string;
  to: string;
  lang: Language;
  template: string;
  data: Record<string, string>;
  /** Address of the visitor who wrote the message. By default, answers go to `CONTACT_EMAIL`. */
  replyTo?: string;
  /** Unsubscribes by one POST without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
  expiresAt?: Date;
  /** If the process dies while sending, lose the mail rather than send it twice. */
  isAtMostOnce?: boolean;
}

/** The mail is sent after the caller's transaction commits. */
export async function enqueueMail(tx: Tx, { key, expiresAt, isAtMostOnce = false, ...payload }: Mail): Promise<void> {
  await tx.outbox.createMany({
    data: [{ key, kind: isAtMostOnce ? 'mail-once' : 'mail', payload, expiresAt: expiresAt ?? null }],
    skipDuplicates: true,
  });
}

export async function enqueueWebhook(tx: Tx, key: string, body: Record<string, string>): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'contact-webhook', payload: body }], skipDuplicates: true });
}

export async function enqueueNewsletterEmail(
  tx: Tx,
  { key, to, letter }: { key: string; to: string; letter: NewsletterContent },
): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'letter', payload: { to, letter: { ...letter } } }] });
}
