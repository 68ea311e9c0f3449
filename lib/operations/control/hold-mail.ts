import { dueWeek } from '@/lib/courses/weekly-mail/settings';
import type { Tx } from '@/lib/database/client';

/** Holds back at-most-once mail, which may have been sent since the backup (decision 024). */
export async function holdMail(tx: Tx, { backedUpAt, now }: { backedUpAt: Date; now: Date }): Promise<string[]> {
  const held = [
    ...(await holdNewsletters(tx, now)),
    ...(await holdQueuedMail(tx, now)),
    ...(await decideReminders(tx, now)),
    ...(await decideWeeklyMails(tx, now)),
  ];
  if (held.length === 0) return [];
  return [
    `Held back, because it may have been sent since the backup of ${backedUpAt.toISOString()}:`,
    ...held.map((line) => `  ${line}`),
  ];
}

const undelivered = { doneAt: null } as const;
const inDoubtData = (now: Date) =>
  ({
    doneAt: now,
    outcome: 'inDoubt',
    lastError: 'it was waiting in the restored backup and may have been sent since',
  }) as const;

async function holdNewsletters(tx: Tx, now: Date): Promise<string[]> {
  const newsletters = await tx.newsletter.findMany({
    where: { status: { in: ['scheduled', 'sending', 'paused'] } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, status: true, subject: true, sendAt: true },
  });
  const lines: string[] = [];
  for (const { id, status, subject, sendAt } of newsletters) {
    const copies = await tx.outbox.updateMany({ where: { newsletterId: id, ...undelivered }, data: inDoubtData(now) });
    if (status === 'scheduled') {
      await tx.newsletter.update({ where: { id }, data: { status: 'draft', sendAt: null }, select: { id: true } });
      lines.push(
        `Newsletter "${subject}", scheduled for ${sendAt?.toISOString() ?? 'now'}, is a draft again. If it was not sent, send it in administration.`,
      );
    } else {
      await tx.newsletter.update({ where: { id }, data: { status: 'stopped', endedAt: now }, select: { id: true } });
      lines.push(
        `Newsletter "${subject}", which was being sent, is stopped; ${copies.count} waiting copies may have been sent already. If they were not, send the text as a new newsletter in administration.`,
      );
    }
  }
  return lines;
}

async function holdQueuedMail(tx: Tx, now: Date): Promise<string[]> {
  const { count } = await tx.outbox.updateMany({
    where: { ...undelivered, OR: [{ kind: 'mail-once' }, { newsletterId: { not: null } }] },
    data: inDoubtData(now),
  });
  return count === 0
    ? []
    : [
        `${count} mails that are sent at most once (reminders, weekly mails) may have been sent already and are not sent again.`,
      ];
}

async function decideReminders(tx: Tx, now: Date): Promise<string[]> {
  const count = await tx.$executeRaw`
    INSERT INTO "Reminder" ("orderId", kind, "decidedAt", mailed)
    SELECT o.id, kind, ${now}::timestamp, false FROM "Order" o, unnest(enum_range(NULL::"ReminderKind")) kind
    WHERE o.status IN ('pending', 'expired') AND o."paidAt" IS NULL AND (o."createdAt" > ${now}::timestamp - interval '3 days' OR o."expiresAt" > ${now}::timestamp) ON CONFLICT DO NOTHING`;
  return count === 0 ? [] : ['Orders that were not paid when the backup was made get no reminder.'];
}

async function decideWeeklyMails(tx: Tx, now: Date): Promise<string[]> {
  const week = dueWeek(now);
  if (week === null) return [];
  const people = await tx.weeklyMail.findMany({ select: { userId: true } });
  const { count } = await tx.weeklyMailWeek.createMany({
    data: people.map(({ userId }) => ({ userId, week, decidedAt: now, mailed: false })),
    skipDuplicates: true,
  });
  return count === 0
    ? []
    : [`The weekly mail of ${week} is not sent to users who had not received it when the backup was made.`];
}
