import { z } from 'zod';
import { config } from '@/lib/config/config';
import { db, Prisma, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import type { MessageOutcome } from '@/lib/mail/deliver';
import { enqueueMail } from '@/lib/mail/outbox';
import { truncate } from '@/lib/text';

/** Names the reader by id only, so that erasing a subscriber leaves no personal data in the outbox. */
export const copyPayload = z.object({ subscriberId: z.string() });

const copyKey = (newsletterId: string, subscriberId: string): string => `newsletter:${newsletterId}:${subscriberId}`;

export async function queueCopies(tx: Tx, newsletterId: string, readers: readonly string[], now: Date): Promise<void> {
  const copies = readers.map((subscriberId) => ({
    key: copyKey(newsletterId, subscriberId),
    kind: 'newsletter',
    newsletterId,
    payload: { subscriberId },
    createdAt: now,
    nextAt: now,
  }));
  await tx.outbox.createMany({ data: copies, skipDuplicates: true });
}

/** Erases mail servers' replies when the subscription ends, because they contain the address. */
export async function eraseServerReplies(tx: Tx, subscriberId: string): Promise<void> {
  const newsletters = await tx.newsletter.findMany({
    where: { figures: { equals: Prisma.DbNull } },
    select: { id: true },
  });
  await tx.outbox.updateMany({
    where: { key: { in: newsletters.map(({ id }) => copyKey(id, subscriberId)) }, doneAt: { not: null } },
    data: { lastError: null },
  });
}

export type DeliveryFigures = Record<MessageOutcome | 'waiting', number>;

const noFigures: DeliveryFigures = { waiting: 0, sent: 0, expired: 0, failed: 0, bounced: 0, inDoubt: 0, withdrawn: 0 };

export async function countCopies(newsletterId: string, client?: Tx): Promise<DeliveryFigures> {
  const rows = await (client ?? (await db())).outbox.groupBy({
    by: ['outcome'],
    where: { newsletterId },
    _count: { _all: true },
  });
  return {
    ...noFigures,
    ...Object.fromEntries(rows.map(({ outcome, _count }) => [outcome ?? 'waiting', _count._all])),
  };
}

export const parseFigures = (figures: Prisma.JsonValue): DeliveryFigures => ({
  ...noFigures,
  ...(figures as Partial<DeliveryFigures>),
});

const storedDays = 90;
const sweepBatchSize = 10;

export async function sweepCopies(now: Date): Promise<{ count: number }> {
  const client = await db();
  const before = new Date(now.getTime() - storedDays * 24 * 3600_000);
  const old = await client.newsletter.findMany({
    where: { endedAt: { lt: before }, figures: { equals: Prisma.DbNull } },
    take: sweepBatchSize,
    select: { id: true },
  });
  for (const { id } of old) {
    await transaction(async (tx) => {
      await tx.newsletter.update({ where: { id }, data: { figures: await countCopies(id, tx) }, select: { id: true } });
      await tx.outbox.deleteMany({ where: { newsletterId: id } });
    });
  }
  return { count: old.length };
}

/** Mail providers start to block senders at about 5 %. */
const maxRefusedPercent = 5;
/** Pause only from this many refusals: on a short list a single mistyped address exceeds 5 %. */
const minRefusals = 3;
const maxAdministrators = 20;
const maxReplyLength = 500;

/** Pauses the newsletter: so many refusals usually mean that a provider blocks us. Emails the admins once. */
export async function pauseIfRefused(tx: Tx, id: string, answer: string, now: Date): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Newsletter" WHERE "id" = ${id} FOR UPDATE`;
  const newsletter = await tx.newsletter.findUnique({
    where: { id },
    select: { status: true, subject: true, pausedAt: true, resumedAt: true },
  });
  if (!newsletter || !['sending', 'sent'].includes(newsletter.status)) return;
  if (newsletter.pausedAt && (newsletter.status === 'sent' || !newsletter.resumedAt)) return;
  const answered = await tx.outbox.groupBy({
    by: ['outcome'],
    where: {
      newsletterId: id,
      outcome: { in: ['sent', 'failed', 'bounced'] },
      ...(newsletter.resumedAt ? { doneAt: { gt: newsletter.resumedAt } } : {}),
    },
    _count: { _all: true },
  });
  const count = (outcomes: string[]) =>
    answered
      .filter(({ outcome }) => outcomes.includes(outcome ?? ''))
      .reduce((sum, { _count }) => sum + _count._all, 0);
  const [refused, all] = [count(['failed', 'bounced']), count(['sent', 'failed', 'bounced'])];
  if (refused < minRefusals || refused * 100 <= all * maxRefusedPercent) return;
  const status = newsletter.status === 'sending' ? 'paused' : newsletter.status;
  await tx.newsletter.update({
    where: { id },
    data: { status, pausedAt: now, pauseAnswer: truncate(answer, maxReplyLength) },
    select: { id: true },
  });
  const administrators = await tx.user.findMany({
    where: { role: 'admin', email: { not: null }, emailConfirmedAt: { not: null } },
    orderBy: { createdAt: 'asc' },
    take: maxAdministrators,
    select: { id: true, name: true, email: true, lang: true },
  });
  for (const { id: userId, name, email, lang: chosen } of administrators) {
    const lang = isLanguage(chosen) ? chosen : defaultLanguage;
    await enqueueMail(tx, {
      key: `newsletter-refused:${userId}:${id}:${now.getTime()}`,
      to: email ?? '',
      lang,
      template: 'newsletter-refused',
      data: {
        name,
        newsletter: newsletter.subject,
        state: status,
        refused: String(refused),
        all: String(all),
        message: truncate(answer, maxReplyLength),
        url: `${config().siteUrl}/${lang}/admin/newsletters/${id}`,
      },
    });
  }
}

async function listEndedReaders(tx: Tx, newsletterId: string): Promise<string[]> {
  const copies = await tx.outbox.findMany({ where: { newsletterId, outcome: 'bounced' }, select: { payload: true } });
  const ids = copies.map(({ payload }) => copyPayload.parse(payload).subscriberId);
  return (
    await tx.subscriber.findMany({ where: { id: { in: ids }, bouncedAt: { not: null } }, select: { id: true } })
  ).map(({ id }) => id);
}

export const countEndedReaders = async (newsletterId: string): Promise<number> =>
  (await listEndedReaders(await db(), newsletterId)).length;

export async function resubscribeEndedReaders(tx: Tx, newsletterId: string): Promise<number> {
  const { count } = await tx.subscriber.updateMany({
    where: { id: { in: await listEndedReaders(tx, newsletterId) } },
    data: { bouncedAt: null, bounceReason: null },
  });
  return count;
}
