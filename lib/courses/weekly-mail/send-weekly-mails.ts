import 'server-only';
import { addDays } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { weeklyMailKey, weeklyStopUrls } from './choice';
import { isNothing, learntIn, type Learnt } from './learnt';
import { nextLessonOf, type NextLesson } from './next-lesson';
import { dueWeek, sendsFrom, sendsUntil, weekBefore } from './week';

const batchSize = 100;

/** Whoever agreed before the mails of this week began to leave, at a confirmed address. */
const isDue = (week: string): Prisma.UserWhereInput => ({
  weeklyMail: { consentAt: { lt: sendsFrom(week) } }, weeklyMailWeeks: { none: { week } }, email: { not: null }, emailConfirmedAt: { not: null },
});

export async function hasWeeklyMailsDue(now: Date): Promise<boolean> {
  const week = dueWeek(now);
  if (week === null) return false;
  return (await (await db()).user.findFirst({ where: isDue(week), select: { id: true } })) !== null;
}

/** The job: decides for everybody who is due, once a week. @returns how many mails were written */
export async function sendWeeklyMails(now: Date, stopping?: AbortSignal): Promise<number> {
  const week = dueWeek(now);
  if (week === null) return 0;
  const client = await db();
  let mailed = 0;
  for (let isFull = true; isFull && !stopping?.aborted;) {
    const due = await client.user.findMany({ where: isDue(week), orderBy: { id: 'asc' }, take: batchSize, select: { id: true, weeklyMail: { select: { lang: true, consentAt: true } } } });
    await eachOnItsOwn(due, async ({ id, weeklyMail }) => {
      const lang = isLanguage(weeklyMail?.lang) ? weeklyMail.lang : defaultLanguage;
      // Read before the transaction: on the embedded database it would stand in the way of everybody.
      const [learnt, next] = await Promise.all([learntIn(id, weekBefore(week)), nextLessonOf(id, lang)]);
      const isQuiet = isNothing(learnt) && (await wasQuietBefore(id, week, weeklyMail?.consentAt));
      mailed += Number(await transaction((tx) => decide(tx, { userId: id, week, learnt, next: isQuiet ? null : next, now })));
    }, stopping);
    isFull = due.length === batchSize;
  }
  return mailed;
}

/** One mail after a week without anything is a help; a second one would be a reproach. Whoever agreed in that week has heard nothing yet. */
async function wasQuietBefore(userId: string, week: string, consentAt: Date | undefined): Promise<boolean> {
  const before = addDays(week, -7);
  if (consentAt && consentAt >= sendsFrom(before)) return false;
  return isNothing(await learntIn(userId, weekBefore(before)));
}

interface Decision { userId: string; week: string; learnt: Learnt; /** Null: there is nothing to say. */ next: NextLesson | null; now: Date }

/** In the lock of the person's choice, which stopping the mail deletes. The decision and the mail are one transaction. @returns whether a mail was written */
async function decide(tx: Tx, { userId, week, learnt, next, now }: Decision): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "WeeklyMail" WHERE "userId" = ${userId} FOR UPDATE`;
  const user = await tx.user.findFirst({ where: { id: userId, ...isDue(week) }, select: { name: true, email: true, weeklyMail: { select: { lang: true, goalMinutes: true } } } });
  if (!user?.weeklyMail) return false;
  const isOpen = next !== null && (await tx.enrolment.count({ where: { userId, courseSlug: next.courseSlug, revokedAt: null } })) > 0;
  const decided = await tx.weeklyMailWeek.createMany({ data: [{ userId, week, decidedAt: now, mailed: isOpen }], skipDuplicates: true });
  if (decided.count === 0 || !next || !isOpen) return false;
  const lang = isLanguage(user.weeklyMail.lang) ? user.weeklyMail.lang : defaultLanguage;
  const { page, oneClick } = weeklyStopUrls(userId, lang);
  await enqueueMail(tx, {
    key: weeklyMailKey(userId, week), to: user.email ?? '', lang, template: 'weekly', once: true, unsubscribeUrl: oneClick, expiresAt: sendsUntil(week),
    data: {
      name: user.name, course: next.course, lesson: next.name, ...inWords(learnt, user.weeklyMail.goalMinutes),
      url: `${config().siteUrl}${lessonPath(lang, next.courseSlug, next.lesson)}`, sheetUrl: page,
    },
  });
  return true;
}

/** A goal is spoken of when it is reached, or when there is something on the way to it. */
function inWords({ minutes, lessons, quizzes }: Learnt, goalMinutes: number | null): Record<string, string> {
  const goal = goalMinutes === null || minutes === 0 ? 'none' : minutes >= goalMinutes ? 'reached' : 'begun';
  return { minutes: String(minutes), lessons: String(lessons), quizzes: String(quizzes), done: String(lessons + quizzes), goal, goalMinutes: String(goalMinutes ?? 0) };
}
