import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { addDays, cairoDayOf, startOfCairoDay } from '@/lib/clock';
import { db, type Prisma } from '@/lib/database/client';
import { languages, type Language, type Localised } from '@/lib/language';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { enoughPercent } from '@/lib/courses/progress/progress';

const overviewDays = 30;

export interface Totals { /** Orders that money was paid for. */ sales: number; salesPiastres: number; /** Given back in these days, whenever it was paid. */ refundedPiastres: number; enrolments: number; learners: number }

export interface Overview {
  /** Every day of the window in Cairo, the oldest first. */
  days: Array<{ day: string; sales: number; salesPiastres: number; enrolments: number }>;
  totals: Totals;
  /** The same of the window before. */
  before: Totals;
  /** From a search engine's results to a payment, in the window; each counted separately, no visitor is tracked. */
  languages: Array<{ lang: Language; searches: number; begun: number; paid: number }>;
  courses: Array<{ slug: string; title: Localised; learners: number; completion: number }>;
  waiting: { refunds: number; reviews: number; enquiries: number };
}

/** Sales, enrolments and completion of the last thirty days, and what waits for a person (row O6). @throws Problem 401, 403 */
export async function readOverview(actor: MaybeActor, now: Date): Promise<Overview> {
  assertAdmin(actor);
  const today = cairoDayOf(now);
  const days = daysUntil(today);
  const earlier = daysUntil(addDays(today, -overviewDays));
  const [counted, byLanguage, courses, waiting] = await Promise.all([countSince(startOfCairoDay(earlier[0]!)), languagesWithin(days[0]!, today), readCourses(), readWaiting()]);
  return {
    days: days.map((day) => ({ day, ...sumOf(counted, [day]) })),
    totals: sumOf(counted, days), before: sumOf(counted, earlier), languages: byLanguage, courses, waiting,
  };
}

interface Amount { day: string; piastres: number }
interface Counted { sold: Amount[]; refunded: Amount[]; enrolled: string[]; joined: string[] }

function sumOf({ sold, refunded, enrolled, joined }: Counted, days: readonly string[]): Totals {
  const within = new Set(days);
  const sales = sold.filter(({ day }) => within.has(day));
  const total = (amounts: readonly Amount[]) => amounts.reduce((sum, { piastres }) => sum + piastres, 0);
  return {
    sales: sales.length,
    salesPiastres: total(sales),
    refundedPiastres: total(refunded.filter(({ day }) => within.has(day))),
    enrolments: enrolled.filter((day) => within.has(day)).length,
    learners: joined.filter((day) => within.has(day)).length,
  };
}

async function countSince(since: Date): Promise<Counted> {
  const client = await db();
  const [orders, refunds, enrolments, users] = await Promise.all([
    client.order.findMany({
      where: { paidAt: { gte: since }, status: { in: ['paid', 'refund_requested', 'refunded'] }, amountPiastres: { gt: 0 } },
      select: { paidAt: true, amountPiastres: true },
    }),
    client.order.findMany({
      where: {
        refundedPiastres: { gt: 0 }, paidAt: { not: null },
        OR: [{ refundedAt: { gte: since } }, { refundRequests: { some: { status: 'done', doneAt: { gte: since } } } }, { timeline: { some: { kind: 'refunded', createdAt: { gte: since } } } }],
      },
      select: refundedFields,
    }),
    client.enrolment.findMany({ where: { grantedAt: { gte: since }, revokedAt: null }, select: { grantedAt: true } }),
    client.user.findMany({ where: { role: { not: 'guest' }, createdAt: { gte: since } }, select: { createdAt: true } }),
  ]);
  return {
    sold: orders.flatMap(({ paidAt, amountPiastres }) => (paidAt ? [{ day: cairoDayOf(paidAt), piastres: amountPiastres }] : [])),
    refunded: refunds.flatMap(refundsOf),
    enrolled: enrolments.map(({ grantedAt }) => cairoDayOf(grantedAt)),
    joined: users.map(({ createdAt }) => cairoDayOf(createdAt)),
  };
}

const refundedFields = {
  paidChargeId: true, refundedPiastres: true, refundedAt: true,
  refundRequests: { where: { status: 'done', doneAt: { not: null } }, orderBy: { doneAt: 'asc' }, select: { chargeId: true, amountPiastres: true, doneAt: true } },
  timeline: { where: { kind: 'refunded' }, orderBy: { id: 'desc' }, take: 1, select: { createdAt: true } },
} as const satisfies Prisma.OrderSelect;

/**
 * What went back of an order, and when. Its requests say when; what they wanted beyond what went back was closed by the same refund, and what
 * went back beyond them, such as a part given back in the provider's dashboard, came last. A second charge was no sale, and giving it back is no refund of one.
 */
function refundsOf({ paidChargeId, refundedPiastres, refundedAt, refundRequests, timeline }: Prisma.OrderGetPayload<{ select: typeof refundedFields }>): Amount[] {
  const own = refundRequests.filter(({ chargeId }) => chargeId === null || paidChargeId === null || chargeId === paidChargeId);
  let left = refundedPiastres;
  const amounts = own.flatMap(({ amountPiastres, doneAt }) => {
    const piastres = Math.min(amountPiastres, left);
    left -= piastres;
    return doneAt ? [{ day: cairoDayOf(doneAt), piastres }] : [];
  });
  const last = refundedAt ?? timeline[0]?.createdAt ?? own.at(-1)?.doneAt;
  return last ? [...amounts, { day: cairoDayOf(last), piastres: left }] : amounts;
}

async function languagesWithin(from: string, until: string): Promise<Overview['languages']> {
  const client = await db();
  const [visits, orders] = await Promise.all([
    client.searchVisit.groupBy({ by: ['lang'], where: { day: { gte: from, lte: until } }, _sum: { count: true } }),
    client.order.findMany({ where: { createdAt: { gte: startOfCairoDay(from) }, amountPiastres: { gt: 0 } }, select: { lang: true, paidAt: true } }),
  ]);
  return languages.map((lang) => {
    const own = orders.filter((order) => order.lang === lang);
    return {
      lang, begun: own.length, paid: own.filter(({ paidAt }) => paidAt !== null).length,
      searches: visits.find((visit) => visit.lang === lang)?._sum.count ?? 0,
    };
  });
}

/** Completion: lessons finished of all lessons that the course's learners have before them. */
async function readCourses(): Promise<Overview['courses']> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ slug: string; text: unknown; learners: number; lessons: number; finished: number }>>`
    SELECT c."slug", c."text",
      (SELECT count(*)::int FROM "Enrolment" e WHERE e."courseSlug" = c."slug" AND e."revokedAt" IS NULL) AS learners,
      (SELECT count(*)::int FROM "Lesson" l WHERE l."courseSlug" = c."slug") AS lessons,
      (SELECT count(*)::int FROM "LessonProgress" p
        JOIN "Enrolment" e ON e."userId" = p."userId" AND e."courseSlug" = p."courseSlug"
        JOIN "Lesson" l ON l."courseSlug" = p."courseSlug" AND l."file" = p."lesson"
        WHERE p."courseSlug" = c."slug" AND p."played" AND p."watchedSeconds" >= l."durationSeconds" * ${enoughPercent}::int / 100.0 AND e."revokedAt" IS NULL) AS finished
    FROM "Course" c ORDER BY c."position", c."slug"`;
  return rows.map(({ slug, text, learners, lessons, finished }) => ({
    slug, title: titlesOf(text), learners, completion: learners * lessons === 0 ? 0 : finished / (learners * lessons),
  }));
}

async function readWaiting(): Promise<Overview['waiting']> {
  const client = await db();
  const [refunds, reviews, enquiries] = await Promise.all([
    client.refundRequest.count({ where: { status: { in: ['requested', 'failed'] } } }),
    client.order.count({ where: { needsReview: { not: null } } }),
    client.enquiry.count({ where: { handledAt: null } }),
  ]);
  return { refunds, reviews, enquiries };
}

/** The days of a window that ends with `last`. */
const daysUntil = (last: string): string[] => Array.from({ length: overviewDays }, (_, index) => addDays(last, index + 1 - overviewDays));
