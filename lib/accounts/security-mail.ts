import 'server-only';
import type { Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';

export type SecurityChange = 'password-changed' | 'password-removed' | 'second-factor-on' | 'second-factor-off' | 'provider-linked' | 'provider-unlinked' | 'passkey-added' | 'passkey-removed';

/** Informs the owner, in the transaction of the change, how access to the account changed. Without an address it does nothing. */
export async function mailSecurityChange(tx: Tx, userId: string, change: SecurityChange, now: Date, details: Record<string, string> = {}): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, name: true, lang: true } });
  if (!user?.email) return;
  const lang = isLanguage(user.lang) ? user.lang : defaultLanguage;
  const data = { name: user.name, changedAt: now.toISOString(), ...details };
  await enqueueMail(tx, { key: `${change}:${userId}:${now.getTime()}`, to: user.email, lang, template: change, data });
}
