import 'server-only';
import { z } from 'zod';
import { db, Prisma, transaction, type Tx } from '@/lib/database/client';
import type { MessageOutcome } from '@/lib/mail/deliver';

/** A reader's copy in the outbox names the reader by id alone: erasing a subscriber leaves nothing of the person. */
export const copyPayload = z.object({ subscriberId: z.string() });

const copyKey = (newsletterId: string, subscriberId: string): string => `newsletter:${newsletterId}:${subscriberId}`;

/** One copy a reader, however often it is called. */
export async function queueCopies(tx: Tx, newsletterId: string, readers: readonly string[], now: Date): Promise<void> {
  const copies = readers.map((subscriberId) => ({ key: copyKey(newsletterId, subscriberId), kind: 'newsletter', newsletterId, payload: { subscriberId }, createdAt: now, nextAt: now }));
  await tx.outbox.createMany({ data: copies, skipDuplicates: true });
}

/** What mail servers answered to a reader's copies names the address: it goes with the subscription. */
export async function forgetAnswers(tx: Tx, subscriberId: string): Promise<void> {
  const newsletters = await tx.newsletter.findMany({ where: { figures: { equals: Prisma.DbNull } }, select: { id: true } });
  await tx.outbox.updateMany({ where: { key: { in: newsletters.map(({ id }) => copyKey(id, subscriberId)) }, doneAt: { not: null } }, data: { lastError: null } });
}

/** Copies by what became of them. */
export type Figures = Record<MessageOutcome | 'waiting', number>;

const none: Figures = { waiting: 0, sent: 0, expired: 0, failed: 0, bounced: 0, inDoubt: 0, withdrawn: 0 };

export async function countCopies(newsletterId: string, client?: Tx): Promise<Figures> {
  const rows = await (client ?? (await db())).outbox.groupBy({ by: ['outcome'], where: { newsletterId }, _count: { _all: true } });
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, _count }) => [outcome ?? 'waiting', _count._all])) };
}

export const storedFigures = (figures: Prisma.JsonValue): Figures => ({ ...none, ...(figures as Partial<Figures>) });

const storedDays = 90;
const sweptAtOnce = 10;

/** Three months after a newsletter only its figures are left, not who got it. */
export async function sweepCopies(now: Date): Promise<{ count: number }> {
  const client = await db();
  const before = new Date(now.getTime() - storedDays * 24 * 3600_000);
  const old = await client.newsletter.findMany({ where: { endedAt: { lt: before }, figures: { equals: Prisma.DbNull } }, take: sweptAtOnce, select: { id: true } });
  for (const { id } of old) {
    await transaction(async (tx) => {
      await tx.newsletter.update({ where: { id }, data: { figures: await countCopies(id, tx) }, select: { id: true } });
      await tx.outbox.deleteMany({ where: { newsletterId: id } });
    });
  }
  return { count: old.length };
}
