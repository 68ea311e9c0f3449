import { z } from 'zod';
import { type Device, deviceName } from '@/lib/accounts/sessions/devices';
import { db, type Tx } from '@/lib/database/client';
import { tryConsumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail, type Mail } from '@/lib/mail/outbox';
import { assertAdmin, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { pageNumber } from '@/lib/schemas';
import { truncate } from '@/lib/text';
import { auditRead } from './audit';

export const securityEvents = [
  'signed-in',
  'session-ended',
  'sessions-ended',
  'sessions-ended-by-admin',
  'session-reused',
  'password-set',
  'password-changed',
  'password-reset',
  'password-removed',
  'provider-linked',
  'provider-unlinked',
  'second-factor-on',
  'second-factor-off',
  'second-factor-reset',
  'second-factor-locked',
  'authenticator-changed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'email-change-requested',
  'email-changed',
  'email-restored',
  'name-changed',
  'phone-changed',
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

const mailOf: Partial<Record<SecurityEvent, string>> = {
  'password-set': 'password-changed',
  'password-changed': 'password-changed',
  'password-reset': 'password-changed',
  'password-removed': 'password-removed',
  'provider-linked': 'provider-linked',
  'provider-unlinked': 'provider-unlinked',
  'session-reused': 'session-ended',
  'second-factor-on': 'second-factor-on',
  'second-factor-off': 'second-factor-off',
  'second-factor-reset': 'second-factor-reset',
  'second-factor-locked': 'second-factor-locked',
  'authenticator-changed': 'authenticator-changed',
  'recovery-codes-replaced': 'recovery-codes-replaced',
  'recovery-code-used': 'recovery-code-used',
  'passkey-added': 'passkey-added',
  'passkey-removed': 'passkey-removed',
  'email-restored': 'email-restored',
};

/** Limit per user. `email-changed` events are counted apart, because export and deletion need former addresses. */
const maxEvents = 1000;

export interface RecordedEvent {
  userId: string;
  event: SecurityEvent;
  device: Device | null;
  now: Date;
  /** Shown in the user's list of events and passed to the email. */
  details?: Record<string, string>;
  mailData?: Record<string, string>;
}

/** Events are deleted after a year (`lib/jobs/all-jobs.ts`). */
export async function recordSecurityEvent(
  tx: Tx,
  { userId, event, device, now, details = {}, mailData = {} }: RecordedEvent,
): Promise<void> {
  const userAgent = truncate(device?.userAgent ?? '', 300);
  await tx.securityEvent.create({
    data: { userId, event, userAgent, address: device?.ip ?? '', details, createdAt: now },
    select: { id: true },
  });
  await pruneEvents(tx, userId);
  const template = mailOf[event];
  if (template) await notifyOwner(tx, userId, { template, now, data: { ...details, ...mailData } });
}

async function pruneEvents(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "SecurityEvent" WHERE "userId" = ${userId} AND "id" IN (
      SELECT "id" FROM (
        SELECT "id", row_number() OVER (PARTITION BY "event" = 'email-changed' ORDER BY "id" DESC) AS place FROM "SecurityEvent" WHERE "userId" = ${userId}
      ) AS placed WHERE place > ${maxEvents})`;
}

interface OwnerMail {
  template: string;
  data: Record<string, string>;
  now: Date;
  to?: string;
  /** Sends at most one email per id. */
  id?: string;
  expiresAt?: Date;
}

/** Limits emails about an account. An unconfirmed mailbox may belong to a stranger, so its limit is low (X40). */
export async function notifyOwner(tx: Tx, userId: string, mail: OwnerMail): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { emailConfirmedAt: true } });
  const limit = user?.emailConfirmedAt ? 'security-mail-user' : 'security-mail-unconfirmed';
  if (await tryConsumeLimit(tx, limit, userId, mail.now)) await mailOwner(tx, userId, mail);
}

/** Puts the user's id into the outbox key, so that account deletion finds unsent emails. */
export async function mailOwner(
  tx: Tx,
  userId: string,
  { template, data, now, to, id = String(now.getTime()), expiresAt }: OwnerMail,
): Promise<void> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, name: true, lang: true } });
  const recipient = to ?? user?.email;
  if (!user || !recipient) return;
  const lang = isLanguage(user.lang) ? user.lang : defaultLanguage;
  const mail: Mail = {
    key: `${template}:${userId}:${id}`,
    to: recipient,
    lang,
    template,
    data: { name: user.name, changedAt: now.toISOString(), ...data },
  };
  await enqueueMail(tx, expiresAt ? { ...mail, expiresAt } : mail);
}

export const eventQuerySchema = z.object({ page: pageNumber });

export interface ListedEvent {
  event: SecurityEvent;
  at: Date;
  device: string | null;
  details: Record<string, string>;
}
interface EventPage {
  rows: ListedEvent[];
  page: number;
  hasNext: boolean;
}

const detailsShape = z.record(z.string(), z.string()).catch({});

export async function listSecurityEvents(actor: MaybeActor, userId: string, query: EventPageQuery): Promise<EventPage> {
  assertSameUserOrAdmin(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'events' });
  return readSecurityEvents(userId, query);
}

export async function listLearnerEvents(actor: MaybeActor, userId: string): Promise<EventPage> {
  assertAdmin(actor);
  return readSecurityEvents(userId, { page: 1, pageSize: 10 });
}

interface EventPageQuery {
  page: number;
  pageSize?: number;
}

async function readSecurityEvents(userId: string, { page, pageSize = 20 }: EventPageQuery): Promise<EventPage> {
  const client = await db();
  const rows = await client.securityEvent.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    skip: (page - 1) * pageSize,
    take: pageSize + 1,
    select: { event: true, createdAt: true, userAgent: true, details: true },
  });
  const listed = rows.slice(0, pageSize).map(({ event, createdAt, userAgent, details }) => ({
    event: event as SecurityEvent,
    at: createdAt,
    device: deviceName(userAgent),
    details: detailsShape.parse(details),
  }));
  return { rows: listed, page, hasNext: rows.length > pageSize };
}
