import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { cairoDayOf } from '@/lib/clock';
import { localisedWords } from '@/lib/courses/course';
import { db } from '@/lib/db';
import { languages, type Localised } from '@/lib/language';

export const overviewDays = 30;

export type Overview = {
  /** Every day of the window in Cairo, the oldest first. */
  days: Array<{ day: string; sales: number; salesPiastres: number; enrolments: number }>;
  totals: { sales: number; salesPiastres: number; refundedPiastres: number; enrolments: number; learners: number };
  languages: Array<{ lang: string; begun: number; paid: number }>;
  courses: Array<{ slug: string; title: Localised; learners: number; completion: number }>;
  waiting: { refunds: number; reviews: number; enquiries: number };
};

/** Sales, enrolments and completion of the last thirty days, and what waits for a person (row O6). @throws Problem 401, 403 */
export async function readOverview(actor: MaybeActor, now: Date): Promise<Overview> {
  assertAdmin(actor);
  const since = new Date(now.getTime() - overviewDays * 24 * 3600_000);
  const [sold, enrolled, byLanguage, courses, learners, waiting] = await Promise.all([
    salesSince(since), enrolmentsSince(since), languagesSince(since), readCourses(), countLearners(), readWaiting(),
  ]);
  const days = daysUntil(now).map((day) => {
    const today = sold.filter((sale) => sale.day === day);
    const salesPiastres = today.reduce((sum, sale) => sum + sale.piastres, 0);
    return { day, sales: today.length, salesPiastres, enrolments: enrolled.filter((each) => each === day).length };
  });
  const totals = {
    sales: sold.length, enrolments: enrolled.length, learners,
    salesPiastres: sold.reduce((sum, sale) => sum + sale.piastres, 0), refundedPiastres: sold.reduce((sum, sale) => sum + sale.refunded, 0),
  };
  return { days, totals, languages: byLanguage, courses, waiting };
}

async function salesSince(since: Date): Promise<Array<{ day: string; piastres: number; refunded: number }>> {
  const client = await db();
  const orders = await client.order.findMany({
    where: { paidAt: { gte: since }, status: { in: ['paid', 'refund_requested', 'refunded'] } },
    select: { paidAt: true, amountPiastres: true, refundedPiastres: true },
  });
  return orders.flatMap(({ paidAt, amountPiastres, refundedPiastres }) =>
    paidAt ? [{ day: cairoDayOf(paidAt), piastres: amountPiastres, refunded: refundedPiastres }] : [],
  );
}

async function enrolmentsSince(since: Date): Promise<string[]> {
  const client = await db();
  const rows = await client.enrolment.findMany({ where: { grantedAt: { gte: since }, revokedAt: null }, select: { grantedAt: true } });
  return rows.map(({ grantedAt }) => cairoDayOf(grantedAt));
}

/** How many orders begun in a language came to be paid. */
async function languagesSince(since: Date): Promise<Overview['languages']> {
  const client = await db();
  const groups = await client.order.groupBy({ by: ['lang', 'status'], where: { createdAt: { gte: since } }, _count: { _all: true } });
  const unpaid = new Set(['pending', 'failed', 'expired']);
  return languages.map((lang) => {
    const own = groups.filter((group) => group.lang === lang);
    const sum = (some: typeof own) => some.reduce((total, group) => total + group._count._all, 0);
    return { lang, begun: sum(own), paid: sum(own.filter(({ status }) => !unpaid.has(status))) };
  });
}

/** Completion: lessons played of all lessons that the course's learners have before them. */
async function readCourses(): Promise<Overview['courses']> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ slug: string; text: unknown; learners: number; lessons: number; played: number }>>`
    SELECT c."slug", c."text",
      (SELECT count(*)::int FROM "Enrolment" e WHERE e."courseSlug" = c."slug" AND e."revokedAt" IS NULL) AS learners,
      (SELECT count(*)::int FROM "Lesson" l WHERE l."courseSlug" = c."slug") AS lessons,
      (SELECT count(*)::int FROM "LessonProgress" p JOIN "Enrolment" e ON e."userId" = p."userId" AND e."courseSlug" = p."courseSlug"
        WHERE p."courseSlug" = c."slug" AND p."played" AND e."revokedAt" IS NULL) AS played
    FROM "Course" c ORDER BY c."position", c."slug"`;
  return rows.map(({ slug, text, learners, lessons, played }) => ({
    slug, title: titlesOf(text), learners, completion: learners * lessons === 0 ? 0 : played / (learners * lessons),
  }));
}

async function countLearners(): Promise<number> {
  const client = await db();
  return client.user.count({ where: { role: 'learner', deletedAt: null } });
}

async function readWaiting(): Promise<Overview['waiting']> {
  const client = await db();
  const [refunds, reviews, enquiries] = await Promise.all([
    client.refundRequest.count({ where: { status: 'requested' } }),
    client.order.count({ where: { needsReview: { not: null } } }),
    client.enquiry.count({ where: { handledAt: null } }),
  ]);
  return { refunds, reviews, enquiries };
}

function daysUntil(now: Date): string[] {
  return Array.from({ length: overviewDays }, (_, index) => cairoDayOf(new Date(now.getTime() - (overviewDays - 1 - index) * 24 * 3600_000)));
}

function titlesOf(text: unknown): Localised {
  const byLanguage = typeof text === 'object' && text !== null ? (text as Record<string, { title?: unknown } | undefined>) : {};
  return localisedWords(Object.fromEntries(languages.map((lang) => [lang, byLanguage[lang]?.title])));
}
