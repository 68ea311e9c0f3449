import { addDays, cairoDayOf, startOfCairoDay } from '@/lib/clock';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { finishedPercent } from '@/lib/courses/progress/progress';
import { db, type Prisma } from '@/lib/database/client';
import { type Language, languages, type Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';

const overviewDays = 30;

interface Totals {
  sales: number;
  salesPiastres: number;
  /** Refunded in these days, even if paid earlier. */
  refundedPiastres: number;
  enrolments: number;
  learners: number;
}

export interface Overview {
  /** Days in Cairo, oldest first. */
  days: Array<{ day: string; sales: number; salesPiastres: number; enrolments: number }>;
  totals: Totals;
  before: Totals;
  /** Three independent counts: no visitor is tracked from search to payment. */
  languages: Array<{ lang: Language; searches: number; begun: number; paid: number }>;
  courses: Array<{ slug: string; title: Localised; learners: number; completion: number }>;
  waiting: { refunds: number; reviews: number; enquiries: number };
}

export async function readOverview(actor: MaybeActor, now: Date): Promise<Overview> {
  assertAdmin(actor);
  const today = cairoDayOf(now);
  const days = daysUntil(today);
  const earlier = daysUntil(addDays(today, -overviewDays));
  const [counted, byLanguage, courses, waiting] = await Promise.all([
    countEventsSince(startOfCairoDay(earlier[0]!)),
    countLanguages(days[0]!, today),
    readCourses(),
    readWaitingWork(),
  ]);
  return {
    days: days.map((day) => ({ day, ...sumTotals(counted, [day]) })),
    totals: sumTotals(counted, days),
    before: sumTotals(counted, earlier),
    languages: byLanguage,
    courses,
    waiting,
  };
}

interface DailyAmount {
  day: string;
  piastres: number;
}
interface OverviewEvents {
  sold: DailyAmount[];
  refunded: DailyAmount[];
  enrolled: string[];
  joined: string[];
}

function sumTotals({ sold, refunded, enrolled, joined }: OverviewEvents, days: readonly string[]): Totals {
  const within = new Set(days);
  const sales = sold.filter(({ day }) => within.has(day));
  const sumPiastres = (amounts: readonly DailyAmount[]) => amounts.reduce((sum, { piastres }) => sum + piastres, 0);
  return {
    sales: sales.length,
    salesPiastres: sumPiastres(sales),
    refundedPiastres: sumPiastres(refunded.filter(({ day }) => within.has(day))),
    enrolments: enrolled.filter((day) => within.has(day)).length,
    learners: joined.filter((day) => within.has(day)).length,
  };
}

async function countEventsSince(since: Date): Promise<OverviewEvents> {
  const client = await db();
  const [orders, refunds, enrolments, users] = await Promise.all([
    client.order.findMany({
      where: {
        paidAt: { gte: since },
        status: { in: ['paid', 'refund_requested', 'refunded'] },
        amountPiastres: { gt: 0 },
      },
      select: { paidAt: true, amountPiastres: true },
    }),
    client.order.findMany({
      where: {
        refundedPiastres: { gt: 0 },
        paidAt: { not: null },
        OR: [
          { refundedAt: { gte: since } },
          { refundRequests: { some: { status: 'done', doneAt: { gte: since } } } },
          { timeline: { some: { kind: 'refunded', createdAt: { gte: since } } } },
        ],
      },
      select: refundedFields,
    }),
    client.enrolment.findMany({ where: { grantedAt: { gte: since }, revokedAt: null }, select: { grantedAt: true } }),
    client.user.findMany({ where: { role: { not: 'guest' }, createdAt: { gte: since } }, select: { createdAt: true } }),
  ]);
  return {
    sold: orders.flatMap(({ paidAt, amountPiastres }) =>
      paidAt ? [{ day: cairoDayOf(paidAt), piastres: amountPiastres }] : [],
    ),
    refunded: refunds.flatMap(sumRefunds),
    enrolled: enrolments.map(({ grantedAt }) => cairoDayOf(grantedAt)),
    joined: users.map(({ createdAt }) => cairoDayOf(createdAt)),
  };
}

const refundedFields = {
  paidChargeId: true,
  refundedPiastres: true,
  refundedAt: true,
  refundRequests: {
    where: { status: 'done', doneAt: { not: null } },
    orderBy: { doneAt: 'asc' },
    select: { chargeId: true, amountPiastres: true, doneAt: true },
  },
  timeline: { where: { kind: 'refunded' }, orderBy: { id: 'desc' }, take: 1, select: { createdAt: true } },
} as const satisfies Prisma.OrderSelect;

/** A refund from Paymob's dashboard has no request, so the order's last refund gives its date. Skips second charges. */
function sumRefunds({
  paidChargeId,
  refundedPiastres,
  refundedAt,
  refundRequests,
  timeline,
}: Prisma.OrderGetPayload<{ select: typeof refundedFields }>): DailyAmount[] {
  const courseRequests = refundRequests.filter(
    ({ chargeId }) => chargeId === null || paidChargeId === null || chargeId === paidChargeId,
  );
  let left = refundedPiastres;
  const amounts = courseRequests.flatMap(({ amountPiastres, doneAt }) => {
    const piastres = Math.min(amountPiastres, left);
    left -= piastres;
    return doneAt ? [{ day: cairoDayOf(doneAt), piastres }] : [];
  });
  const last = refundedAt ?? timeline[0]?.createdAt ?? courseRequests.at(-1)?.doneAt;
  return last ? [...amounts, { day: cairoDayOf(last), piastres: left }] : amounts;
}

async function countLanguages(from: string, until: string): Promise<Overview['languages']> {
  const client = await db();
  const [visits, orders] = await Promise.all([
    client.searchVisit.groupBy({ by: ['lang'], where: { day: { gte: from, lte: until } }, _sum: { count: true } }),
    client.order.findMany({
      where: { createdAt: { gte: startOfCairoDay(from) }, amountPiastres: { gt: 0 } },
      select: { lang: true, paidAt: true },
    }),
  ]);
  return languages.map((lang) => {
    const languageOrders = orders.filter((order) => order.lang === lang);
    return {
      lang,
      begun: languageOrders.length,
      paid: languageOrders.filter(({ paidAt }) => paidAt !== null).length,
      searches: visits.find((visit) => visit.lang === lang)?._sum.count ?? 0,
    };
  });
}

/** Completion: finished lessons divided by all lessons of enrolled learners. */
async function readCourses(): Promise<Overview['courses']> {
  const client = await db();
  const rows = await client.$queryRaw<
    Array<{ slug: string; text: unknown; learners: number; lessons: number; finished: number }>
  >`
    SELECT c."slug", c."text",
      (SELECT count(*)::int FROM "Enrolment" e WHERE e."courseSlug" = c."slug" AND e."revokedAt" IS NULL) AS learners,
      (SELECT count(*)::int FROM "Lesson" l WHERE l."courseSlug" = c."slug") AS lessons,
      (SELECT count(*)::int FROM "LessonProgress" p
        JOIN "Enrolment" e ON e."userId" = p."userId" AND e."courseSlug" = p."courseSlug"
        JOIN "Lesson" l ON l."courseSlug" = p."courseSlug" AND l."file" = p."lesson"
        WHERE p."courseSlug" = c."slug" AND p."played" AND p."watchedSeconds" >= l."durationSeconds" * ${finishedPercent}::int / 100.0 AND e."revokedAt" IS NULL) AS finished
    FROM "Course" c ORDER BY c."position", c."slug"`;
  return rows.map(({ slug, text, learners, lessons, finished }) => ({
    slug,
    title: titlesOf(text),
    learners,
    completion: learners * lessons === 0 ? 0 : finished / (learners * lessons),
  }));
}

async function readWaitingWork(): Promise<Overview['waiting']> {
  const client = await db();
  const [refunds, reviews, enquiries] = await Promise.all([
    client.refundRequest.count({ where: { status: { in: ['requested', 'failed'] } } }),
    client.order.count({ where: { needsReview: { not: null } } }),
    client.enquiry.count({ where: { handledAt: null } }),
  ]);
  return { refunds, reviews, enquiries };
}

const daysUntil = (last: string): string[] =>
  Array.from({ length: overviewDays }, (_, index) => addDays(last, index + 1 - overviewDays));
