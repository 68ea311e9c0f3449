import 'server-only';
import type { Tx } from '@/lib/db';
import type { Language } from '@/lib/language';

export type Mail = {
  /** The same key is sent once, however often it is asked for. */
  key: string;
  to: string;
  lang: Language;
  template: string;
  data: Record<string, string>;
  /** After this it is no longer worth sending (one-time codes). */
  expiresAt?: Date;
};

/** Writes a mail in the caller's transaction; it is sent when that commits, and tried again until it is out (fault R11). */
export async function enqueueMail(tx: Tx, { key, expiresAt, ...payload }: Mail): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'mail', payload, expiresAt: expiresAt ?? null }], skipDuplicates: true });
}
