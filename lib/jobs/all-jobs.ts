import 'server-only';
import { hasPicturesToMake, makePictures } from '@/lib/admin/media/make-pictures';
import { hasLessonsToMake, makeLessons } from '@/lib/admin/uploads/make-lesson';
import { hasGiftsToSend, sendGifts } from '@/lib/checkout/gifts/send-gift';
import { hasPaymentsToAskAbout, reconcilePayments } from '@/lib/checkout/settlement/reconcile';
import { hasRefundsToSend, runRefunds } from '@/lib/checkout/refunds/run-refunds';
import { hasRemindersDue, sendReminders } from '@/lib/checkout/reminders/send-reminders';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { haveLearnersChanged } from '@/lib/courses/enrolment/learner-count';
import { hasWeeklyMailsDue, sendWeeklyMails } from '@/lib/courses/weekly-mail/send-weekly-mails';
import { deliverOutbox, deliverWebhooks, hasDueMessages, hasDueWebhooks } from '@/lib/mail/deliver';
import { hasNewslettersToSend, sendEverySeconds, sendNewsletters } from '@/lib/newsletter/send-newsletters';
import { hasTextsToRefold, refoldTexts } from '@/lib/search/refold';
import { hasCoursesToIndex, indexCourses } from '@/lib/video/captions/index-transcripts';
import type { Job } from './scheduler';
import { hasScheduledArticles, publishScheduledArticles } from './scheduled-articles';
import { sweep } from './sweep';
import { vacuumEmbedded } from './vacuum';

/** Every background job of the service. `isDue` only reads: a write on the embedded database blocks all requests. */
export function allJobs(): Job[] {
  return [
    { name: 'outbox', everySeconds: config().queuesEverySeconds, isDue: hasDueMessages, run: async (now, stopping) => void (await deliverOutbox(now, stopping)) },
    { name: 'webhooks', everySeconds: config().queuesEverySeconds, isDue: hasDueWebhooks, run: async (now, stopping) => void (await deliverWebhooks(now, stopping)) },
    { name: 'newsletters', capability: 'newsletter', everySeconds: sendEverySeconds, isDue: hasNewslettersToSend, run: async (now, stopping) => void (await sendNewsletters(now, stopping)) },
    { name: 'reconcile', everySeconds: config().reconcileEverySeconds, isDue: hasPaymentsToAskAbout, run: async (now, stopping) => void (await reconcilePayments({ now, stopping })) },
    { name: 'refunds', everySeconds: config().reconcileEverySeconds, isDue: hasRefundsToSend, run: async (now, stopping) => void (await runRefunds({ now, stopping })) },
    { name: 'reminders', capability: 'reminders', everySeconds: 60, isDue: hasRemindersDue, run: async (now, stopping) => void (await sendReminders(now, stopping)) },
    { name: 'gifts', everySeconds: 30, isDue: hasGiftsToSend, run: async (now, stopping) => void (await sendGifts(now, stopping)) },
    { name: 'weekly-mail', capability: 'weeklyMail', everySeconds: 60, isDue: hasWeeklyMailsDue, run: async (now, stopping) => void (await sendWeeklyMails(now, stopping)) },
    { name: 'articles', everySeconds: 30, isDue: hasScheduledArticles, run: async (now) => void (await publishScheduledArticles(now)) },
    { name: 'learners', everySeconds: learnersEverySeconds, isDue: haveNewLearners, run: async () => invalidate('learners') },
    { name: 'lessons', everySeconds: config().queuesEverySeconds, isDue: hasLessonsToMake, run: makeLessons },
    { name: 'pictures', everySeconds: config().queuesEverySeconds, isDue: hasPicturesToMake, run: makePictures },
    { name: 'search', capability: 'search', everySeconds: 60, isDue: hasCoursesToIndex, run: indexCourses },
    { name: 'refold', everySeconds: 60, isDue: hasTextsToRefold, run: refoldTexts },
    { name: 'sweep', everySeconds: 600, run: sweep },
    ...(config().databaseUrl ? [] : [{ name: 'vacuum', everySeconds: 86_400, run: vacuumEmbedded }]),
  ];
}

const learnersEverySeconds = 3600;

/** Since before the last run, which may have been late. */
const haveNewLearners = (now: Date) => haveLearnersChanged(new Date(now.getTime() - 2 * learnersEverySeconds * 1000));
