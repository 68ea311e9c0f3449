import 'server-only';
import { sweepPictureUploads } from '@/lib/admin/media/make-pictures';
import { sweepUploads } from '@/lib/admin/uploads/sweep-uploads';
import { cairoDayOf } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { log } from '@/lib/log';
import { sweepCopies } from '@/lib/newsletter/copies';
import { sweepRequests } from '@/lib/newsletter/sign-up';
import { sweepAttachmentFiles } from '@/lib/video/attachments/attachment-files';

const dayMs = 24 * 60 * 60 * 1000;
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/**
 * Deletes what is no longer used: guests unseen for a day (X22), ended sessions, expired codes, challenges and limits, security events of a year ago, mail
 * delivered 30 days ago, newsletters' copies after three months, sign-ups that nobody confirmed, abandoned uploads and attachments, days watched and weekly
 * mails decided 60 days ago, article views of past days. Orders, payments and the audit log are never deleted.
 */
export async function sweep(now: Date): Promise<void> {
  const client = await db();
  const swept = {
    guests: await client.user.deleteMany({
      where: { role: 'guest', lastSeenAt: { lt: ago(now, 1) }, orders: { none: {} }, enrolments: { none: {} } },
    }),
    sessions: await client.session.deleteMany({
      where: { OR: [{ expiresAt: { lt: ago(now, 1) } }, { revokedAt: { lt: ago(now, 30) } }] },
    }),
    events: await client.securityEvent.deleteMany({ where: { createdAt: { lt: ago(now, 365) } } }),
    codes: await client.code.deleteMany({ where: { expiresAt: { lt: ago(now, 1) } } }),
    limits: await client.rateLimit.deleteMany({ where: { expiresAt: { lt: now } } }),
    challenges: await client.spentChallenge.deleteMany({ where: { expiresAt: { lt: now } } }),
    outbox: await client.outbox.deleteMany({ where: { doneAt: { lt: ago(now, 30) }, newsletterId: null } }),
    newsletterCopies: await sweepCopies(now),
    subscriptionRequests: await sweepRequests(now),
    uploads: await sweepUploads(now),
    pictureUploads: await sweepPictureUploads(now),
    attachments: await sweepAttachmentFiles(now),
    watchDays: await client.watchDay.deleteMany({ where: { day: { lt: cairoDayOf(ago(now, 60)) } } }),
    weeklyMailWeeks: await client.weeklyMailWeek.deleteMany({ where: { decidedAt: { lt: ago(now, 60) } } }),
    views: await client.articleView.deleteMany({ where: { day: { lt: cairoDayOf(ago(now, 1)) } } }),
  };
  const counts = Object.fromEntries(Object.entries(swept).map(([name, { count }]) => [name, count]));
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'Swept');
}
