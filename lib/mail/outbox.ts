import 'server-only';
import type { Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import type { Letter } from './compose-letter';

export interface Mail {
  /** Sent once per key. */
  key: string;
  to: string;
  lang: Language;
  template: string;
  data: Record<string, string>;
  replyTo?: string;
  /** Ends such mails by one POST, without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
  /** Not sent after this time (one-time codes). */
  expiresAt?: Date;
  /** Rather lost than sent twice, should the process die while sending it. */
  once?: boolean;
}

/** Queues a mail in the caller's transaction; it is sent after the commit and retried until it is delivered (R11). */
export async function enqueueMail(tx: Tx, { key, expiresAt, once = false, ...payload }: Mail): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: once ? 'mail-once' : 'mail', payload, expiresAt: expiresAt ?? null }], skipDuplicates: true });
}

/** Queues a contact message for CONTACT_WEBHOOK_URL, with the same retries as a mail. */
export async function enqueueWebhook(tx: Tx, key: string, body: Record<string, string>): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'contact-webhook', payload: body }], skipDuplicates: true });
}

/** Queues a newsletter as a test, to one address. */
export async function enqueueLetter(tx: Tx, { key, to, letter }: { key: string; to: string; letter: Letter }): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'letter', payload: { to, letter: { ...letter } } }] });
}
