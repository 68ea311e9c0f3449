import { addDays } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { tryEach } from '@/lib/database/try-each';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { findNextLesson, type NextLesson } from './next-lesson';
import {
  dueWeek,
  isLearningEmpty,
  type LearningSummary,
  sendingEndsAt,
  sendingStartsAt,
  summariseLearning,
  weekBefore,
  weeklyMailKey,
  weeklyStopUrls,
} from './settings';

const batchSize = 100;

const dueCondition = (week: string): Prisma.UserWhereInput => ({
  weeklyMail: { consentAt: { lt: sendingStartsAt(week) } },
  weeklyMailWeeks: { none: { week } },
  email: { not: null },
  emailConfirmedAt: { not: null },
});

export async function hasWeeklyMailsDue(now: Date): Promise<boolean> {
  const week = dueWeek(now);
  if (week === null) return false;
  return (await (await db()).user.findFirst({ where: dueCondition(week), select: { id: true } })) !== null;
}

export async function sendWeeklyMails(now: Date, stopping?: AbortSignal): Promise<number> {
  const week = dueWeek(now);
  if (week === null) return 0;
  const client = await db();
  let mailed = 0;
  for (let isFull = true; isFull && !stopping?.aborted;) {
    const dueUsers = await client.user.findMany({
      where: dueCondition(week),
      orderBy: { id: 'asc' },
      take: batchSize,
      select: { id: true, weeklyMail: { select: { lang: true, consentAt: true } } },
    });
    await tryEach(
      dueUsers,
      async ({ id, weeklyMail }) => {
        const lang = isLanguage(weeklyMail?.lang) ? weeklyMail.lang : defaultLanguage;
        // Read before the transaction, because on the embedded database a long transaction blocks all others.
        const [learnt, next] = await Promise.all([summariseLearning(id, weekBefore(week)), findNextLesson(id, lang)]);
        const isQuiet = isLearningEmpty(learnt) && (await wasPreviousWeekQuiet(id, week, weeklyMail?.consentAt));
        mailed += Number(
          await transaction((tx) =>
            sendWeeklyMailIfDue(tx, { userId: id, week, learnt, next: isQuiet ? null : next, now }),
          ),
        );
      },
      stopping,
    );
    isFull = dueUsers.length === batchSize;
  }
  return mailed;
}

/** One email after a week without learning helps; a second would feel like a reproach. */
async function wasPreviousWeekQuiet(userId: string, week: string, consentAt: Date | undefined): Promise<boolean> {
  const before = addDays(week, -7);
  if (consentAt && consentAt >= sendingStartsAt(before)) return false;
  return isLearningEmpty(await summariseLearning(userId, weekBefore(before)));
}

interface WeeklyMailDecision {
  userId: string;
  week: string;
  learnt: LearningSummary;
  next: NextLesson | null;
  now: Date;
}

/** Locks the subscription against a concurrent unsubscribe. The decision and the email share one transaction. */
async function sendWeeklyMailIfDue(tx: Tx, { userId, week, learnt, next, now }: WeeklyMailDecision): Promise<boolean> {
  await lockRow(tx, 'WeeklyMail', userId);
  const user = await tx.user.findFirst({
    where: { id: userId, ...dueCondition(week) },
    select: { name: true, email: true, weeklyMail: { select: { lang: true, goalMinutes: true } } },
  });
  if (!user?.weeklyMail) return false;
  const isOpen =
    next !== null &&
    (await tx.enrolment.count({ where: { userId, courseSlug: next.courseSlug, revokedAt: null } })) > 0;
  const decided = await tx.weeklyMailWeek.createMany({
    data: [{ userId, week, decidedAt: now, mailed: isOpen }],
    skipDuplicates: true,
  });
  if (decided.count === 0 || !next || !isOpen) return false;
  const lang = isLanguage(user.weeklyMail.lang) ? user.weeklyMail.lang : defaultLanguage;
  const { page, oneClick } = weeklyStopUrls(userId, lang);
  await enqueueMail(tx, {
    key: weeklyMailKey(userId, week),
    to: user.email ?? '',
    lang,
    template: 'weekly',
    isAtMostOnce: true,
    unsubscribeUrl: oneClick,
    expiresAt: sendingEndsAt(week),
    data: {
      name: user.name,
      course: next.course,
      lesson: next.name,
      ...summaryMailData(learnt, user.weeklyMail.goalMinutes),
      url: `${config().siteUrl}${lessonPath(lang, next.courseSlug, next.lesson)}`,
      sheetUrl: page,
    },
  });
  return true;
}

function summaryMailData(
  { minutes, lessons, quizzes }: LearningSummary,
  goalMinutes: number | null,
): Record<string, string> {
  const goal = goalMinutes === null || minutes === 0 ? 'none' : minutes >= goalMinutes ? 'reached' : 'begun';
  return {
    minutes: String(minutes),
    lessons: String(lessons),
    quizzes: String(quizzes),
    done: String(lessons + quizzes),
    goal,
    goalMinutes: String(goalMinutes ?? 0),
  };
}
