import 'server-only';
import { z } from 'zod';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, languages, type Language } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { minutesWatched } from './learnt';
import { currentWeek } from './week';

/** Minutes a week that can be chosen; 0 is no goal. */
export const weeklyGoals = [0, 30, 60, 120, 180, 300] as const;

export const weeklyMailSchema = z.object({
  weeklyMail: z.enum(['on', 'off']),
  mailLang: z.enum(languages).default(defaultLanguage),
  goalMinutes: z.preprocess((given) => (typeof given === 'string' ? Number(given) : given ?? 0), z.literal(weeklyGoals)).default(0),
});

/** The mail's key in the outbox; the user's id stands in it between colons, by which deleting an account finds it. */
export const weeklyMailKey = (userId: string, week: string): string => `weekly:${userId}:${week}`;

export interface WeeklyChoice { lang: Language; goalMinutes: number | null; /** Watched since Sunday. */ minutes: number }

/** Null for whoever does not get the mail. */
export async function weeklyChoiceOf(userId: string, now: Date): Promise<WeeklyChoice | null> {
  const client = await db();
  const row = await client.weeklyMail.findUnique({ where: { userId }, select: { lang: true, goalMinutes: true } });
  return row && { lang: isLanguage(row.lang) ? row.lang : defaultLanguage, goalMinutes: row.goalMinutes, minutes: await minutesWatched(userId, currentWeek(now)) };
}

interface Change { actor: MaybeActor; userId: string; wanted: z.output<typeof weeklyMailSchema>; now: Date }

/** The form in the profile; when it was agreed to is stored, and nobody agrees for somebody else. @throws Problem 401, 403 */
export async function setWeeklyMail({ actor, userId, wanted: { weeklyMail, mailLang, goalMinutes }, now }: Change): Promise<{ wanted: boolean }> {
  assertOwner(actor, userId);
  if (weeklyMail === 'off') {
    await transaction((tx) => stop(tx, userId));
    return { wanted: false };
  }
  const choice = { lang: mailLang, goalMinutes: goalMinutes || null };
  const client = await db();
  await client.weeklyMail.upsert({ where: { userId }, create: { userId, ...choice, consentAt: now }, update: choice, select: { userId: true } });
  return { wanted: true };
}

/** The row first: the job that writes the mail holds it locked until the mail is there to be withdrawn. */
async function stop(tx: Tx, userId: string): Promise<void> {
  await tx.weeklyMail.deleteMany({ where: { userId } });
  await tx.outbox.deleteMany({ where: { key: { startsWith: weeklyMailKey(userId, '') }, doneAt: null } });
}

/** Whoever reads the mailbox may stop the mail, without signing in. */
export interface WeeklyStopLink { readonly user: string; readonly key: string }

const keyOf = (userId: string): string => hmacOf('stop-weekly-mail', userId);

export const isWeeklyStopLink = ({ user, key }: WeeklyStopLink): boolean => safeEqual(key, keyOf(user));

/** `page`: where a person confirms it; `oneClick`: what a mail program posts to (RFC 8058). */
export function weeklyStopUrls(userId: string, lang: Language): { page: string; oneClick: string } {
  const query = new URLSearchParams({ user: userId, key: keyOf(userId) });
  const { siteUrl } = config();
  return { page: `${siteUrl}/${lang}/weekly-mail?${query}`, oneClick: `${siteUrl}/api/weekly-mail/stop?${query}&lang=${lang}` };
}

/** @throws Problem 404 for a link that is not ours */
export async function stopWeeklyMail(link: WeeklyStopLink): Promise<void> {
  if (!isWeeklyStopLink(link)) throw notFound();
  await transaction((tx) => stop(tx, link.user));
}
