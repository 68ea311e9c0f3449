import { sweepUnconfirmedAccounts } from '@/lib/accounts/delete-account';
import { invalidateArticles } from '@/lib/articles/save-article';
import { invalidate } from '@/lib/cache/invalidate';
import { cairoDayOf, dayMs, minuteMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { sweepEnquiries } from '@/lib/contact/admin/enquiries';
import { haveLearnersChanged } from '@/lib/courses/enrolment/enrolment';
import { hasWeeklyMailsDue, sendWeeklyMails } from '@/lib/courses/weekly-mail/send-weekly-mails';
import { type Database, db } from '@/lib/database/client';
import { tryEach } from '@/lib/database/try-each';
import { hasLessonsToMake, makeLessons } from '@/lib/lessons/admin/process-uploads';
import { sweepUploads } from '@/lib/lessons/admin/sweep-uploads';
import { sweepAttachmentFiles } from '@/lib/lessons/attachment-files';
import { hasCoursesToIndex, indexCourses } from '@/lib/lessons/captions/index-transcripts';
import { log } from '@/lib/log';
import { deliverOutbox, deliverWebhooks, hasDueMessages, hasDueWebhooks } from '@/lib/mail/deliver';
import { sweepCopies } from '@/lib/newsletter/copies';
import { hasNewslettersToSend, sendEverySeconds, sendNewsletters } from '@/lib/newsletter/send-newsletters';
import { sweepRequests } from '@/lib/newsletter/subscription';
import { hasGiftsToSend, sendGifts } from '@/lib/orders/gifts';
import { mergeOrderCountChanges } from '@/lib/orders/order-counts';
import { hasRefundsToSend, runRefunds } from '@/lib/orders/refunds/run-refunds';
import { hasRemindersDue, sendReminders } from '@/lib/orders/reminders';
import { hasInquiriesDue, reconcilePayments } from '@/lib/orders/settlement/reconcile';
import { hasPicturesToMake, makePictures, sweepPictureUploads } from '@/lib/pictures/admin/add-pictures';
import { hasTextsToRefold, refoldTexts } from '@/lib/search/refold';
import type { Job } from './scheduler';

/** `isDue` must only read: a write on the embedded database blocks all requests. */
export function allJobs(): Job[] {
  return [
    {
      name: 'outbox',
      everySeconds: config().queuesEverySeconds,
      isDue: hasDueMessages,
      run: async (now, stopping) => void (await deliverOutbox(now, stopping)),
    },
    {
      name: 'webhooks',
      everySeconds: config().queuesEverySeconds,
      isDue: hasDueWebhooks,
      run: async (now, stopping) => void (await deliverWebhooks(now, stopping)),
    },
    {
      name: 'newsletters',
      featureFlag: 'newsletter',
      everySeconds: sendEverySeconds,
      isDue: hasNewslettersToSend,
      run: async (now, stopping) => void (await sendNewsletters(now, stopping)),
    },
    {
      name: 'reconcile',
      everySeconds: config().reconcileEverySeconds,
      isDue: hasInquiriesDue,
      run: async (now, stopping) => void (await reconcilePayments({ now, stopping })),
    },
    {
      name: 'refunds',
      everySeconds: config().reconcileEverySeconds,
      isDue: hasRefundsToSend,
      run: async (now, stopping) => void (await runRefunds({ now, stopping })),
    },
    {
      name: 'reminders',
      featureFlag: 'reminders',
      everySeconds: 60,
      isDue: hasRemindersDue,
      run: async (now, stopping) => void (await sendReminders(now, stopping)),
    },
    {
      name: 'gifts',
      everySeconds: 30,
      isDue: hasGiftsToSend,
      run: async (now, stopping) => void (await sendGifts(now, stopping)),
    },
    {
      name: 'weekly-mail',
      featureFlag: 'weeklyMail',
      everySeconds: 60,
      isDue: hasWeeklyMailsDue,
      run: async (now, stopping) => void (await sendWeeklyMails(now, stopping)),
    },
    {
      name: 'articles',
      everySeconds: 30,
      isDue: hasScheduledArticles,
      run: async (now) => void (await publishScheduledArticles(now)),
    },
    {
      name: 'learners',
      everySeconds: learnersEverySeconds,
      isDue: haveNewLearners,
      run: async () => invalidate('learners'),
    },
    { name: 'lessons', everySeconds: config().queuesEverySeconds, isDue: hasLessonsToMake, run: makeLessons },
    { name: 'pictures', everySeconds: config().queuesEverySeconds, isDue: hasPicturesToMake, run: makePictures },
    { name: 'search', featureFlag: 'search', everySeconds: 60, isDue: hasCoursesToIndex, run: indexCourses },
    { name: 'refold', everySeconds: 60, isDue: hasTextsToRefold, run: refoldTexts },
    { name: 'sweep', everySeconds: 600, run: sweepExpired },
    ...(config().databaseUrl ? [] : [{ name: 'vacuum', everySeconds: 86_400, run: vacuumEmbeddedDatabase }]),
  ];
}

const learnersEverySeconds = 3600;

const haveNewLearners = (now: Date) => haveLearnersChanged(new Date(now.getTime() - 2 * learnersEverySeconds * 1000));

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Deletes stale rows and files, but no orders, payments or audit log. If one sweep fails, the others still run. */
export async function sweepExpired(now: Date, stopping?: AbortSignal): Promise<void> {
  const counts: Record<string, number> = {};
  try {
    await tryEach(
      Object.keys(sweeps),
      async (name) => {
        const { count } = await sweeps[name]!(now, await db());
        if (count > 0) counts[name] = count;
      },
      stopping,
    );
  } finally {
    if (Object.keys(counts).length > 0) log.info(counts, 'Deleted expired rows and files');
  }
}

const sweeps: Record<string, (now: Date, client: Database) => Promise<{ count: number }>> = {
  guests: (now, client) =>
    client.user.deleteMany({
      where: { role: 'guest', lastSeenAt: { lt: daysAgo(now, 1) }, orders: { none: {} }, enrolments: { none: {} } },
    }),
  unconfirmedAccounts: sweepUnconfirmedAccounts,
  sessions: (now, client) =>
    client.session.deleteMany({
      where: { OR: [{ expiresAt: { lt: daysAgo(now, 1) } }, { revokedAt: { lt: daysAgo(now, 30) } }] },
    }),
  events: (now, client) => client.securityEvent.deleteMany({ where: { createdAt: { lt: daysAgo(now, 365) } } }),
  codes: (now, client) => client.code.deleteMany({ where: { expiresAt: { lt: daysAgo(now, 1) } } }),
  limits: (now, client) => client.rateLimit.deleteMany({ where: { expiresAt: { lt: now } } }),
  challenges: (now, client) => client.spentChallenge.deleteMany({ where: { expiresAt: { lt: now } } }),
  outbox: (now, client) =>
    client.outbox.deleteMany({ where: { doneAt: { lt: daysAgo(now, 30) }, newsletterId: null } }),
  newsletterCopies: sweepCopies,
  subscriptionRequests: sweepRequests,
  uploads: sweepUploads,
  pictureUploads: sweepPictureUploads,
  attachments: sweepAttachmentFiles,
  watchDays: (now, client) => client.watchDay.deleteMany({ where: { day: { lt: cairoDayOf(daysAgo(now, 60)) } } }),
  weeklyMailWeeks: (now, client) =>
    client.weeklyMailWeek.deleteMany({ where: { decidedAt: { lt: daysAgo(now, 60) } } }),
  enquiries: sweepEnquiries,
  orderCountChanges: (_now, client) => mergeOrderCountChanges(client),
  views: (now, client) => client.articleView.deleteMany({ where: { day: { lt: cairoDayOf(daysAgo(now, 1)) } } }),
};

/** Longer than the job's period, to catch pages that were cached just before an article was due. */
const lookBackMs = 2 * minuteMs;

/** Time of the last successful check. After a database outage, the next run looks back this far. */
let checkedUntil: Date | null = null;

async function findDueArticles(now: Date): Promise<string[]> {
  const recent = new Date(now.getTime() - lookBackMs);
  const since = checkedUntil && checkedUntil < recent ? checkedUntil : recent;
  const rows = await (
    await db()
  ).articleText.findMany({
    where: { published: true, publishedAt: { gt: since, lte: now } },
    select: { articleId: true },
    distinct: ['articleId'],
  });
  return rows.map(({ articleId }) => articleId);
}

export async function hasScheduledArticles(now: Date): Promise<boolean> {
  const hasAny = (await findDueArticles(now)).length > 0;
  if (!hasAny) checkedUntil = now;
  return hasAny;
}

export async function publishScheduledArticles(now: Date): Promise<string[]> {
  const ids = await findDueArticles(now);
  if (ids.length > 0) invalidateArticles(...ids);
  checkedUntil = now;
  return ids;
}

/** PGlite has no autovacuum. Vacuums one table at a time, so that requests are served in between. */
export async function vacuumEmbeddedDatabase(_now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`;
  for (const { name } of tables) {
    if (stopping.aborted) return;
    await client.$executeRawUnsafe(`VACUUM (ANALYZE) ${name}`);
  }
}
