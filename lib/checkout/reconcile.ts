import 'server-only';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { gateway } from './gateway';
import { askAboutAttempt, askedAttemptFields, type AskedAttempt } from './inquire';

const BATCH = 50;
const atOnce = 4;

/** A run takes no further batch when the next run is nearly due. */
const shareOfPeriod = 0.8;

/**
 * The job that finds lost callbacks: asks Paymob about every attempt whose time has come (row P5), until there is none left.
 * Safe to run in several processes and to kill at any moment. Gives the number of attempts asked about.
 */
export async function reconcilePayments({ now }: { now: Date }): Promise<number> {
  if (!gateway()) return 0;
  const endAt = performance.now() + config().reconcileEverySeconds * shareOfPeriod * 1000;
  for (let asked = 0; ; ) {
    const due = await listDue(now);
    asked += await askAboutAll(due, now);
    if (due.length < BATCH || performance.now() > endAt) return asked;
  }
}

const isDue = (now: Date) => ({ status: { not: 'closed' }, nextInquiryAt: { lte: now } }) as const;

export async function hasPaymentsToAskAbout(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.paymentAttempt.findFirst({ where: isDue(now), select: { id: true } })) !== null;
}

type Due = AskedAttempt & { nextInquiryAt: Date | null };

async function listDue(now: Date): Promise<Due[]> {
  const client = await db();
  return client.paymentAttempt.findMany({
    where: isDue(now),
    orderBy: { nextInquiryAt: 'asc' },
    take: BATCH,
    select: { ...askedAttemptFields, nextInquiryAt: true },
  });
}

async function askAboutAll(due: readonly Due[], now: Date): Promise<number> {
  let asked = 0;
  for (let at = 0; at < due.length; at += atOnce) {
    await Promise.all(
      due.slice(at, at + atOnce).map(async ({ nextInquiryAt, ...attempt }) => {
        if (!(await claim(attempt.id, nextInquiryAt, now))) return;
        asked += 1;
        await askAboutAttempt(attempt, { source: 'inquiry', now });
      }),
    );
  }
  return asked;
}

/** Another process may have taken it meanwhile; whoever dies on the way leaves it due again two runs later. */
async function claim(id: string, seen: Date | null, now: Date): Promise<boolean> {
  const client = await db();
  const taken = await client.paymentAttempt.updateMany({
    where: { id, nextInquiryAt: seen },
    data: { nextInquiryAt: addSeconds(now, 2 * config().reconcileEverySeconds) },
  });
  return taken.count === 1;
}
