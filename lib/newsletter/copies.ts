import { z } from 'zod';
import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, Prisma, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
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

export async function countCopies(newsletterId: string): Promise<DeliveryFigures> {
  const rows = await (
    await db()
  ).outbox.groupBy({
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

/** A statement may take 1.5 s (lib/database/postgresql.ts); 50,000 copies took 2 s on the embedded database. */
const copiesPerStatement = 5000;

/** Withdraws only untried copies. A tried copy may have arrived, so the job settles it. */
export async function withdrawCopies(newsletterId: string, now: Date): Promise<void> {
  const client = await db();
  const withdraw = () =>
    client.outbox.updateMany({
      where: { newsletterId, doneAt: null, attempts: 0 },
      data: { doneAt: now, outcome: 'withdrawn' },
      limit: copiesPerStatement,
    });
  while ((await withdraw()).count > 0) continue;
}

const storedDays = 90;
const sweepBatchSize = 10;

/** Stores the figures before it deletes copies, so that the next sweep can go on after a crash. */
export async function sweepCopies(now: Date): Promise<{ count: number }> {
  const client = await db();
  const before = new Date(now.getTime() - storedDays * dayMs);
  const old = await client.newsletter.findMany({
    where: { endedAt: { lt: before }, OR: [{ figures: { equals: Prisma.DbNull } }, { copies: { some: {} } }] },
    take: sweepBatchSize,
    select: { id: true, figures: true },
  });
  for (const { id, figures } of old) {
    if (figures === null)
      await client.newsletter.update({ where: { id }, data: { figures: await countCopies(id) }, select: { id: true } });
    const remove = () => client.outbox.deleteMany({ where: { newsletterId: id }, limit: copiesPerStatement });
    while ((await remove()).count > 0) continue;
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
  await lockRow(tx, 'Newsletter', id);
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
