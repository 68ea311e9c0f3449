import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { listUsers } from '@/lib/accounts/admin/users';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { exportOrdersAsCsv, exportOrdersAsXlsx, listOrders } from './order-list';

const now = new Date('2026-11-21T10:00:00Z');
const admin = buildActor('admin', { totpAt: now });
const order = {
  productKey: 'course-nextjs',
  courseSlug: 'nextjs-from-zero',
  description: 'Next',
  amountPiastres: 150_000,
  userId: 'mona',
  expiresAt: now,
  createdAt: now,
  status: 'paid' as const,
};

const parseLines = (csv: string): string[][] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

async function seedOrders(count: number): Promise<void> {
  const client = await db();
  await client.order.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...order,
      id: `o${index}`,
      status: index % 3 === 0 ? ('failed' as const) : order.status,
    })),
  });
}

describe('order export', () => {
  beforeEach(async () => {
    await resetDatabase();
    await seedCourse();
    await seedLearner('mona');
  });

  it('contains Arabic that spreadsheets can read, and no formula [O6]', async () => {
    const client = await db();
    await client.user.update({
      where: { id: 'mona' },
      data: { name: 'منى علي', email: 'mona@midan.example' },
      select: { id: true },
    });
    const { id: couponId } = await client.coupon.create({ data: { code: 'EID', percent: 10 }, select: { id: true } });
    await client.order.create({
      data: { ...order, id: 'o1', purpose: 'gift', couponId, discountPiastres: 1050, paidAt: now },
      select: { id: true },
    });
    const bytes = new Uint8Array(await new Response(await exportOrdersAsCsv(admin, {})).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(parseLines(new TextDecoder().decode(bytes))).toEqual([
      [
        '1',
        'paid',
        now.toISOString(),
        now.toISOString(),
        'منى علي',
        'mona@midan.example',
        'course-nextjs',
        'nextjs-from-zero',
        '1500.00',
        '0.00',
        'EGP',
        '',
        'ar',
        'o1',
        '10.50',
        'EID',
        'gift',
        '1',
      ],
    ]);
  });

  it('keeps coupon codes and amounts intact in the XLSX and CSV files of a German page [N26]', async () => {
    const client = await db();
    const { id: couponId } = await client.coupon.create({ data: { code: '1E5', percent: 10 }, select: { id: true } });
    await client.order.create({
      data: { ...order, id: 'o1', couponId, amountPiastres: 129_950 },
      select: { id: true },
    });
    const book = unzipSync(
      new Uint8Array(await new Response(await exportOrdersAsXlsx(admin, { lang: 'de' })).arrayBuffer()),
    );
    const sheet = strFromU8(book['xl/worksheets/sheet1.xml']!);
    expect(sheet).toContain('preserve">1E5</t>');
    expect(sheet).toContain('<v>1299.5</v>');
    expect(await new Response(await exportOrdersAsCsv(admin, { lang: 'de' })).text()).toContain(';1299,50;0,00;EGP;');
    expect(await client.audit.findMany({ orderBy: { id: 'asc' }, select: { detail: true } })).toMatchObject([
      { detail: { format: 'xlsx' } },
      { detail: { format: 'csv' } },
    ]);
  });

  it('contains every order once, newest first, in chunks of 500; an order placed during the export repeats none [O6]', async () => {
    await seedOrders(1201);
    const reader = (await exportOrdersAsCsv(admin, {})).getReader();
    const parts: string[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(new TextDecoder().decode(part.value));
      if (parts.length === 2) await (await db()).order.create({ data: { ...order, id: 'late' }, select: { id: true } });
    }
    expect(parts.map((part) => part.split('\r\n').length - 1)).toEqual([1, 500, 500, 201]);
    expect(parseLines(parts.join('')).map(([number]) => Number(number))).toEqual(
      Array.from({ length: 1201 }, (_, index) => 1201 - index),
    );
  });

  it('states how many seats a team order has; a bundle of several courses counts as one [O6, N11]', async () => {
    const client = await db();
    const line = {
      productKey: 'course-nextjs',
      courseSlug: 'nextjs-from-zero',
      description: 'Next',
      listPiastres: 50_000,
      totalPiastres: 50_000,
    };
    const lines = { create: [0, 1, 2].map((position) => ({ ...line, position })) };
    for (const [id, purpose] of [
      ['team', 'seats'],
      ['track', 'self'],
    ] as const)
      await client.order.create({ data: { ...order, id, purpose, lines }, select: { id: true } });
    const [header] = (await new Response(await exportOrdersAsCsv(admin, {})).text()).split('\r\n');
    const rows = parseLines(await new Response(await exportOrdersAsCsv(admin, {})).text());
    expect([header?.split(',').at(-1), Object.fromEntries(rows.map((row) => [row[13], row.at(-1)]))]).toEqual([
      'quantity',
      { team: '3', track: '1' },
    ]);
  });

  it('contains every order that a search finds, and the list shows them on pages [N26]', async () => {
    const client = await db();
    const buyers = Array.from({ length: 1030 }, (_, index) => ({
      id: `b${index}`,
      name: 'محمد علي',
      createdAt: new Date(now.getTime() + index),
    }));
    await client.user.createMany({ data: buyers });
    await client.order.createMany({
      data: buyers.map(({ id, createdAt }) => ({ ...order, id: `o-${id}`, userId: id, createdAt })),
    });
    const lines = parseLines(await new Response(await exportOrdersAsCsv(admin, { q: 'محمد' })).text());
    expect(lines.map(([number]) => Number(number))).toEqual(Array.from({ length: 1030 }, (_, index) => 1030 - index));
    expect(
      parseLines(await new Response(await exportOrdersAsCsv(admin, { q: 'محمد', status: 'failed' })).text()),
    ).toEqual([]);
    expect((await listOrders(admin, { q: 'محمد', page: 42 })).rows.at(-1)?.userId).toBe('b0');
    expect((await listUsers(admin, { q: 'محمد', page: 42 })).rows.at(-1)?.userId).toBe('b0');
    expect((await listOrders(admin, { q: 'b7', page: 1 })).rows.map(({ userId }) => userId)).toEqual(['b7']);
  });

  it('lists orders by status, purpose and product, as in the export [N26]', async () => {
    const client = await db();
    await client.product.create({
      data: {
        key: 'track',
        courseSlug: order.courseSlug,
        name: {},
        description: {},
        amountPiastres: 100,
        bundled: { create: { position: 0, courseSlug: order.courseSlug } },
      },
      select: { key: true },
    });
    await client.order.createMany({
      data: [
        { ...order, id: 'plain' },
        { ...order, id: 'failed', status: 'failed' },
        { ...order, id: 'gift', purpose: 'gift' },
        { ...order, id: 'team', purpose: 'seats' },
        { ...order, id: 'track', productKey: 'track' },
        { ...order, id: 'odd', needsReview: 'amount' },
      ],
    });
    const wanted = { failed: ['failed'], review: ['odd'], gift: ['gift'], seats: ['team'], bundle: ['track'] } as const;
    for (const [status, ids] of Object.entries(wanted)) {
      expect(
        (await listOrders(admin, { status: status as keyof typeof wanted, page: 1 })).rows.map(
          ({ orderId }) => orderId,
        ),
        status,
      ).toEqual(ids);
      expect(
        parseLines(
          await new Response(await exportOrdersAsCsv(admin, { status: status as keyof typeof wanted })).text(),
        ).map((cells) => cells[13]),
        status,
      ).toEqual(ids);
    }
  });

  it('contains the same orders as the filtered list [O6]', async () => {
    await seedOrders(1201);
    const lines = parseLines(await new Response(await exportOrdersAsCsv(admin, { status: 'failed' })).text());
    expect([lines.length, new Set(lines.map(([, status]) => status))]).toEqual([401, new Set(['failed'])]);
    expect(parseLines(await new Response(await exportOrdersAsCsv(admin, { status: 'review' })).text())).toEqual([]);
  });
});
