import { z } from 'zod';
import { addDays, addSeconds, cairoDayOf, startOfCairoDay } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language, languages } from '@/lib/language';
import { assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';

/** Minutes per week; 0 means no goal. */
export const weeklyGoals = [0, 30, 60, 120, 180, 300] as const;

export const weeklyMailSchema = z.object({
  weeklyMail: z.enum(['on', 'off']),
  mailLang: z.enum(languages).default(defaultLanguage),
  goalMinutes: z
    .preprocess((given) => (typeof given === 'string' ? Number(given) : (given ?? 0)), z.literal(weeklyGoals))
    .default(0),
});

/** Key in the outbox. Account deletion finds the email by the user's id between colons. */
export const weeklyMailKey = (userId: string, week: string): string => `weekly:${userId}:${week}`;

export interface WeeklyMailSettings {
  lang: Language;
  goalMinutes: number | null;
  /** Watched since Sunday. */
  minutes: number;
}

export async function readWeeklyMailSettings(userId: string, now: Date): Promise<WeeklyMailSettings | null> {
  const client = await db();
  const row = await client.weeklyMail.findUnique({ where: { userId }, select: { lang: true, goalMinutes: true } });
  return (
    row && {
      lang: isLanguage(row.lang) ? row.lang : defaultLanguage,
      goalMinutes: row.goalMinutes,
      minutes: await countWatchedMinutes(userId, currentWeek(now)),
    }
  );
}

interface SetWeeklyMailInput {
  actor: MaybeActor;
  userId: string;
  wanted: z.output<typeof weeklyMailSchema>;
  now: Date;
}

/** Stores the time of consent, which only the learner can give. @throws Problem 401, 403 */
export async function setWeeklyMail({
  actor,
  userId,
  wanted: { weeklyMail, mailLang, goalMinutes },
  now,
}: SetWeeklyMailInput): Promise<{ wanted: boolean }> {
  assertSameUser(actor, userId);
  if (weeklyMail === 'off') {
    await transaction((tx) => deleteWeeklyMail(tx, userId));
    return { wanted: false };
  }
  const choice = { lang: mailLang, goalMinutes: goalMinutes || null };
  const client = await db();
  await client.weeklyMail.upsert({
    where: { userId },
    create: { userId, ...choice, consentAt: now },
    update: choice,
    select: { userId: true },
  });
  return { wanted: true };
}

/** Deletes the subscription first, which waits for a job that is writing an email, so that the email is deleted too. */
async function deleteWeeklyMail(tx: Tx, userId: string): Promise<void> {
  await tx.weeklyMail.deleteMany({ where: { userId } });
  await tx.outbox.deleteMany({ where: { key: { startsWith: weeklyMailKey(userId, '') }, doneAt: null } });
}

export interface WeeklyStopLink {
  readonly user: string;
  readonly key: string;
}

const stopKeyOf = (userId: string): string => hmacOf('stop-weekly-mail', userId);

export const isWeeklyStopLink = ({ user, key }: WeeklyStopLink): boolean => safeEqual(key, stopKeyOf(user));

/** `page` asks for confirmation; mail programs post to `oneClick` (RFC 8058). */
export function weeklyStopUrls(userId: string, lang: Language): { page: string; oneClick: string } {
  const query = new URLSearchParams({ user: userId, key: stopKeyOf(userId) });
  const { siteUrl } = config();
  return {
    page: `${siteUrl}/${lang}/weekly-mail?${query}`,
    oneClick: `${siteUrl}/api/weekly-mail/stop?${query}&lang=${lang}`,
  };
}

export async function stopWeeklyMail(link: WeeklyStopLink): Promise<void> {
  if (!isWeeklyStopLink(link)) throw notFound();
  await transaction((tx) => deleteWeeklyMail(tx, link.user));
}

export interface LearningSummary {
  minutes: number;
  lessons: number;
  quizzes: number;
}

async function countWatchedMinutes(userId: string, { from, to }: DayRange): Promise<number> {
  const client = await db();
  const {
    _sum: { seconds },
  } = await client.watchDay.aggregate({ where: { userId, day: { gte: from, lte: to } }, _sum: { seconds: true } });
  return Math.floor((seconds ?? 0) / 60);
}

export async function summariseLearning(userId: string, days: DayRange): Promise<LearningSummary> {
  const client = await db();
  const time = { gte: startOfCairoDay(days.from), lt: startOfCairoDay(addDays(days.to, 1)) };
  const [minutes, lessons, passed] = await Promise.all([
    countWatchedMinutes(userId, days),
    client.lessonProgress.count({ where: { userId, finishedAt: time } }),
    client.quizAttempt.findMany({
      where: { userId, passed: true, endedAt: time },
      distinct: ['quizId'],
      select: { quizId: true },
    }),
  ]);
  return { minutes, lessons, quizzes: passed.length };
}

export const isLearningEmpty = ({ minutes, lessons, quizzes }: LearningSummary): boolean =>
  minutes + lessons + quizzes === 0;

const hourSeconds = 3600;
/** Sunday at 18:00 in Cairo, where Sunday is the first working day. */
const sendAtHour = 18;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Emails are due for 24 hours from Sunday at 18:00. Daylight saving time never changes on a Sunday. */
export function dueWeek(now: Date): string | null {
  const day = cairoDayOf(addSeconds(now, -sendAtHour * hourSeconds));
  return weekdayOf(day) === 0 ? day : null;
}

export const sendingStartsAt = (week: string): Date => addSeconds(startOfCairoDay(week), sendAtHour * hourSeconds);

export const sendingEndsAt = (week: string): Date => addSeconds(sendingStartsAt(week), 24 * hourSeconds);

interface DayRange {
  from: string;
  to: string;
}

export const weekBefore = (week: string): DayRange => ({ from: addDays(week, -7), to: addDays(week, -1) });

export function currentWeek(now: Date): DayRange {
  const today = cairoDayOf(now);
  return { from: addDays(today, -weekdayOf(today)), to: today };
}
