import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, parseCairoTime } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { readOverview } from './overview';

const now = new Date('2026-11-21T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const admin = buildActor('admin', { totpAt: now });
const courseSlug = 'nextjs-from-zero';
const order = {
  productKey: 'course-nextjs',
  courseSlug,
  description: 'x',
  amountPiastres: 100_000,
  status: 'paid' as const,
  expiresAt: now,
};
const done = { reason: 'x', status: 'done' as const, dueAt: now };
const readTotals = async () => {
  const { totals: current, before } = await readOverview(admin, now);
  return [current.refundedPiastres, before.refundedPiastres];
};

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
});

describe('refunds in the overview', () => {
  it('count on the day of the refund, whenever the order was paid [O6]', async () => {
    const client = await db();
    await client.order.create({
      data: {
        ...order,
        status: 'refunded',
        paidAt: daysAgo(50),
        refundedAt: daysAgo(2),
        refundedPiastres: 100_000,
        refundRequests: { create: { ...done, amountPiastres: 100_000, doneAt: daysAgo(2) } },
      },
    });
    await client.order.create({
      data: {
        ...order,
        paidAt: daysAgo(80),
        refundedPiastres: 30_000,
        refundRequests: { create: { ...done, amountPiastres: 30_000, doneAt: daysAgo(40) } },
      },
    });
    expect(await readTotals()).toEqual([100_000, 30_000]);
  });

  it('count each part on its own day, and never more than was refunded in total [O6]', async () => {
    const client = await db();
    const parts = [
      { ...done, amountPiastres: 40_000, doneAt: daysAgo(45) },
      { ...done, amountPiastres: 50_000, doneAt: daysAgo(3) },
      { ...done, amountPiastres: 70_000, doneAt: daysAgo(3) },
    ];
    await client.order.create({
      data: {
        ...order,
        status: 'refunded',
        paidAt: daysAgo(50),
        refundedAt: daysAgo(3),
        refundedPiastres: 100_000,
        refundRequests: { create: parts },
      },
    });
    expect(await readTotals()).toEqual([60_000, 40_000]);
  });

  it('count money refunded beyond a request on the day of the last refund, and ignore a refunded second charge [O6]', async () => {
    const client = await db();
    const requests = [
      { ...done, chargeId: 'own', amountPiastres: 60_000, doneAt: daysAgo(3) },
      { ...done, chargeId: 'second', kind: 'double_charge' as const, amountPiastres: 100_000, doneAt: daysAgo(2) },
    ];
    await client.order.create({
      data: {
        ...order,
        status: 'refunded',
        paidChargeId: 'own',
        paidAt: daysAgo(9),
        refundedAt: daysAgo(3),
        refundedPiastres: 100_000,
        refundRequests: { create: requests },
      },
    });
    await client.order.create({
      data: {
        ...order,
        paidChargeId: 'other',
        paidAt: daysAgo(9),
        refundRequests: {
          create: {
            ...done,
            chargeId: 'twice',
            kind: 'double_charge' as const,
            amountPiastres: 100_000,
            doneAt: daysAgo(2),
          },
        },
      },
    });
    expect(await readTotals()).toEqual([100_000, 0]);
  });

  it('count a partial refund from Paymob’s dashboard on its day, with or without an earlier request [O6]', async () => {
    const client = await db();
    const buildNote = (days: number) => ({ timeline: { create: { kind: 'refunded', createdAt: daysAgo(days) } } });
    await client.order.create({ data: { ...order, paidAt: daysAgo(50), refundedPiastres: 20_000, ...buildNote(2) } });
    await client.order.create({
      data: {
        ...order,
        paidAt: daysAgo(80),
        refundedPiastres: 50_000,
        refundRequests: { create: { ...done, amountPiastres: 40_000, doneAt: daysAgo(40) } },
        ...buildNote(3),
      },
    });
    expect(await readTotals()).toEqual([30_000, 40_000]);
  });
});

it('exclude free orders from paid orders, by day and by language [O6]', async () => {
  const client = await db();
  await client.order.createMany({
    data: [
      { ...order, paidAt: daysAgo(1), createdAt: daysAgo(1) },
      { ...order, amountPiastres: 0, provider: 'free', paidAt: daysAgo(1), createdAt: daysAgo(1) },
    ],
  });
  const {
    totals: { sales, salesPiastres },
    languages,
  } = await readOverview(admin, now);
  expect([sales, salesPiastres, languages.find(({ lang }) => lang === 'ar')]).toEqual([
    1,
    100_000,
    { lang: 'ar', searches: 0, begun: 1, paid: 1 },
  ]);
});

it('counts a lesson as completed once four fifths were watched, not when it was opened [O6, L4]', async () => {
  await seedLearner('mona');
  const client = await db();
  await client.enrolment.create({ data: { userId: 'mona', courseSlug, source: 'admin' } });
  const [first, second, third] = await client.lesson.findMany({
    where: { courseSlug },
    orderBy: { file: 'asc' },
    select: { file: true },
  });
  const progress = { userId: 'mona', courseSlug, played: true };
  await client.lessonProgress.createMany({
    data: [
      { ...progress, lesson: first!.file },
      { ...progress, lesson: second!.file, watchedSeconds: 24 },
      { ...progress, lesson: third!.file, watchedSeconds: 23.9 },
      { ...progress, lesson: 'removed.mp4', watchedSeconds: 999 },
    ],
  });
  const { courses } = await readOverview(admin, now);
  expect(courses).toMatchObject([{ slug: courseSlug, learners: 1, completion: 1 / 4 }]);
});

it('uses Cairo’s calendar days at half past midnight around both clock changes [O14]', async () => {
  const client = await db();
  for (const change of ['2026-10-30', '2027-04-30']) {
    for (let later = -1; later <= 30; later += 1) {
      const today = addDays(change, later);
      const { days } = await readOverview(admin, parseCairoTime(`${today}T00:30`)!);
      expect(
        days.map(({ day }) => day),
        today,
      ).toEqual(Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)));
    }
  }
  // An hour more than 30 days ago, because the clocks went back.
  await client.order.create({ data: { ...order, paidAt: parseCairoTime('2026-10-20T00:15')! } });
  const { totals: sums, days } = await readOverview(admin, parseCairoTime('2026-11-18T00:10')!);
  expect([days[0]?.day, sums.salesPiastres]).toEqual(['2026-10-20', 100_000]);
});
