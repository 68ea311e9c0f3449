import 'server-only';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config';
import { db } from '@/lib/db';
import { gateway } from './gateway';
import { askAboutAttempt, askedAttemptFields } from './inquire';

const BATCH = 50;
const AT_ONCE = 4;

/**
 * The job that finds lost callbacks: asks Paymob about every attempt whose time has come (row P5).
 * Safe to run in several processes and to kill at any moment. Gives the number of attempts asked about.
 */
export async function reconcilePayments({ now }: { now: Date }): Promise<number> {
  if (!gateway()) return 0;
  const client = await db();
  const due = await client.paymentAttempt.findMany({
    where: { status: { not: 'closed' }, nextInquiryAt: { lte: now } },
    orderBy: { nextInquiryAt: 'asc' },
    take: BATCH,
    select: { ...askedAttemptFields, nextInquiryAt: true },
  });
  let asked = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    await Promise.all(
      due.slice(at, at + AT_ONCE).map(async ({ nextInquiryAt, ...attempt }) => {
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
