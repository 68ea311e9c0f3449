import 'server-only';
import type { Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';

export interface Mail {
  /** The same key is sent once, however often it is asked for. */
  key: string;
  to: string;
  lang: Language;
  template: string;
  data: Record<string, string>;
  replyTo?: string;
  /** After this it is no longer worth sending (one-time codes). */
  expiresAt?: Date;
}

/** Writes a mail in the caller's transaction; it is sent when that commits, and tried again until it is out (fault R11). */
export async function enqueueMail(tx: Tx, { key, expiresAt, ...payload }: Mail): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'mail', payload, expiresAt: expiresAt ?? null }], skipDuplicates: true });
}

/** What the contact form took, for CONTACT_WEBHOOK_URL; sent on with the same retries as a mail. */
export async function enqueueForward(tx: Tx, key: string, body: Record<string, string>): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'contact-webhook', payload: body }], skipDuplicates: true });
}
