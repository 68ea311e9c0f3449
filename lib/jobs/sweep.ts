import 'server-only';
import { sweepEnquiries } from '@/lib/admin/enquiries';
import { sweepPictureUploads } from '@/lib/admin/media/make-pictures';
import { sweepUploads } from '@/lib/admin/uploads/sweep-uploads';
import { cairoDayOf } from '@/lib/clock';
import { db, type Database } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';
import { log } from '@/lib/log';
import { sweepCopies } from '@/lib/newsletter/copies';
import { sweepRequests } from '@/lib/newsletter/sign-up';
import { sweepAttachmentFiles } from '@/lib/video/attachments/attachment-files';

const dayMs = 24 * 60 * 60 * 1000;
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/**
 * Deletes what is no longer used: guests unseen for a day (X22), ended sessions, expired codes, challenges and limits, security events of a year ago, mail
 * delivered 30 days ago, newsletters' copies after three months, sign-ups that nobody confirmed, abandoned uploads and attachments, days watched and weekly
 * mails decided 60 days ago, article views of past days, enquiries handled two years ago. Orders, payments and the audit log are never deleted. A kind that fails stops no other.
 */
export async function sweep(now: Date, stopping?: AbortSignal): Promise<void> {
  const counts: Record<string, number> = {};
  try {
    await eachOnItsOwn(Object.keys(kinds), async (name) => {
      const { count } = await kinds[name]!(now, await db());
      if (count > 0) counts[name] = count;
    }, stopping);
  } finally {
    if (Object.keys(counts).length > 0) log.info(counts, 'Swept');
  }
}

const kinds: Record<string, (now: Date, client: Database) => Promise<{ count: number }>> = {
  guests: (now, client) => client.user.deleteMany({ where: { role: 'guest', lastSeenAt: { lt: ago(now, 1) }, orders: { none: {} }, enrolments: { none: {} } } }),
  sessions: (now, client) => client.session.deleteMany({ where: { OR: [{ expiresAt: { lt: ago(now, 1) } }, { revokedAt: { lt: ago(now, 30) } }] } }),
  events: (now, client) => client.securityEvent.deleteMany({ where: { createdAt: { lt: ago(now, 365) } } }),
  codes: (now, client) => client.code.deleteMany({ where: { expiresAt: { lt: ago(now, 1) } } }),
  limits: (now, client) => client.rateLimit.deleteMany({ where: { expiresAt: { lt: now } } }),
  challenges: (now, client) => client.spentChallenge.deleteMany({ where: { expiresAt: { lt: now } } }),
  outbox: (now, client) => client.outbox.deleteMany({ where: { doneAt: { lt: ago(now, 30) }, newsletterId: null } }),
  newsletterCopies: sweepCopies,
  subscriptionRequests: sweepRequests,
  uploads: sweepUploads,
  pictureUploads: sweepPictureUploads,
  attachments: sweepAttachmentFiles,
  watchDays: (now, client) => client.watchDay.deleteMany({ where: { day: { lt: cairoDayOf(ago(now, 60)) } } }),
  weeklyMailWeeks: (now, client) => client.weeklyMailWeek.deleteMany({ where: { decidedAt: { lt: ago(now, 60) } } }),
  enquiries: sweepEnquiries,
  views: (now, client) => client.articleView.deleteMany({ where: { day: { lt: cairoDayOf(ago(now, 1)) } } }),
};
