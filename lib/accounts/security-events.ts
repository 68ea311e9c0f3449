import 'server-only';
import type { Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail, type Mail } from '@/lib/mail/outbox';
import { truncate } from '@/lib/truncate';

/** Each has a text `event_…` among the messages of `account`. */
export const securityEvents = [
  'signed-in', 'session-ended', 'sessions-ended', 'sessions-ended-by-admin', 'session-reused',
  'password-set', 'password-changed', 'password-reset', 'password-removed', 'provider-linked', 'provider-unlinked',
  'second-factor-on', 'second-factor-off', 'second-factor-reset', 'second-factor-locked', 'authenticator-changed', 'recovery-codes-replaced', 'recovery-code-used',
  'passkey-added', 'passkey-removed',
  'email-change-requested', 'email-changed', 'email-restored', 'name-changed', 'phone-changed',
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

/** The mail template of what the owner must hear of; the others are only listed. */
const mailOf: Partial<Record<SecurityEvent, string>> = {
  'password-set': 'password-changed', 'password-changed': 'password-changed', 'password-reset': 'password-changed', 'password-removed': 'password-removed',
  'provider-linked': 'provider-linked', 'provider-unlinked': 'provider-unlinked', 'session-reused': 'session-ended',
  'second-factor-on': 'second-factor-on', 'second-factor-off': 'second-factor-off', 'second-factor-reset': 'second-factor-reset', 'second-factor-locked': 'second-factor-locked',
  'authenticator-changed': 'authenticator-changed', 'recovery-codes-replaced': 'recovery-codes-replaced', 'recovery-code-used': 'recovery-code-used', 'passkey-added': 'passkey-added', 'passkey-removed': 'passkey-removed',
  'email-restored': 'email-restored',
};

/** The newest of a user that are kept; those that say a former address are counted by themselves, since export and deletion need them. */
const mostEvents = 1000;

export interface RecordedEvent {
  userId: string;
  event: SecurityEvent;
  /** Of the request that caused it (`deviceOf`); null when none did. */
  device: { userAgent: string; address: string } | null;
  now: Date;
  /** What the list shows beside the text, and the mail has as data. */
  details?: Record<string, string>;
  /** Data for the mail alone. */
  mailData?: Record<string, string>;
}

/**
 * The one way to note what happened to the ways into an account or to its details, in the transaction of the change: its owner reads it in the
 * profile, and by mail where `mailOf` has a template. Events are deleted after a year (`lib/jobs/sweep.ts`), and the oldest beyond `mostEvents`.
 */
export async function recordSecurityEvent(tx: Tx, { userId, event, device, now, details = {}, mailData = {} }: RecordedEvent): Promise<void> {
  const userAgent = truncate(device?.userAgent ?? '', 300);
  await tx.securityEvent.create({ data: { userId, event, userAgent, address: device?.address ?? '', details, createdAt: now }, select: { id: true } });
  await pruneEvents(tx, userId);
  const template = mailOf[event];
  if (template) await mailOwner(tx, userId, { template, now, data: { ...details, ...mailData } });
}

async function pruneEvents(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "SecurityEvent" WHERE "userId" = ${userId} AND "id" IN (
      SELECT "id" FROM (
        SELECT "id", row_number() OVER (PARTITION BY "event" = 'email-changed' ORDER BY "id" DESC) AS place FROM "SecurityEvent" WHERE "userId" = ${userId}
      ) AS placed WHERE place > ${mostEvents})`;
}

interface OwnerMail {
  template: string;
  data: Record<string, string>;
  now: Date;
  /** Another address than the account's. */
  to?: string;
  /** Sent once per id; the time, where absent. */
  id?: string;
  expiresAt?: Date;
}

/** A mail about the account to its owner. The key has the user's id, by which an unsent one is erased with the account. Without an address it does nothing. */
export async function mailOwner(tx: Tx, userId: string, { template, data, now, to, id = String(now.getTime()), expiresAt }: OwnerMail): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, name: true, lang: true } });
  const address = to ?? user?.email;
  if (!user || !address) return;
  const lang = isLanguage(user.lang) ? user.lang : defaultLanguage;
  const mail: Mail = { key: `${template}:${userId}:${id}`, to: address, lang, template, data: { name: user.name, changedAt: now.toISOString(), ...data } };
  await enqueueMail(tx, expiresAt ? { ...mail, expiresAt } : mail);
}
