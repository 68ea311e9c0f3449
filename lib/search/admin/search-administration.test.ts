import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listUsers } from '@/lib/accounts/admin/users';
import { changeArticle } from '@/lib/articles/admin/articles';
import { db } from '@/lib/database/client';
import { createCoupon, newCouponSchema } from '@/lib/orders/admin/coupons';
import { listOrders } from '@/lib/orders/admin/order-list';
import type { MaybeActor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { findOrderIdsByBilling, findOrderMatches, findUserIds } from './find-users-and-orders';
import { searchAdministration } from './search-administration';

const now = new Date('2026-11-22T10:00:00Z');
/** Disables sequential scans, which the planner would choose for a table of a few hundred rows. */
async function explainQuery(query: string): Promise<string> {
  const lines = await (
    await db()
  ).$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRawUnsafe<Array<Record<string, string>>>(`EXPLAIN ${query}`);
  });
  return lines.map((line) => Object.values(line)[0]).join('\n');
}

const admin = buildActor('admin', { totpAt: now });
const slug = 'nextjs-from-zero';

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  const client = await db();
  await client.user.createMany({
    data: [
      {
        id: 'mona',
        name: 'منى أحمد الشرقاوي',
        email: 'mona.ali@midan.example',
        phone: '01012345678',
        createdAt: new Date('2026-01-01'),
      },
      {
        id: 'jorg',
        name: 'Jörg Weiß',
        email: 'j_weiss@midan.example',
        phone: '4917612345678',
        createdAt: new Date('2026-02-01'),
      },
      { id: 'guest', role: 'guest' },
    ],
  });
  const order = {
    productKey: 'course-nextjs',
    courseSlug: slug,
    description: 'Next',
    amountPiastres: 150_000,
    expiresAt: now,
  };
  await client.order.createMany({
    data: [
      {
        ...order,
        id: 'o1',
        userId: 'mona',
        status: 'paid',
        paidChargeId: '192837465',
        createdAt: new Date('2026-11-20T10:00:00Z'),
      },
      { ...order, id: 'o2', userId: 'jorg', billReference: '77001122', createdAt: new Date('2026-11-21T10:00:00Z') },
      {
        ...order,
        id: 'o3',
        userId: 'jorg',
        createdAt: new Date('2026-11-19T10:00:00Z'),
        billing: {
          first_name: 'هالة',
          last_name: 'سمير',
          email: 'hala.samir@midan.example',
          phone_number: '01155566677',
        },
      },
    ],
  });
  await client.paymentAttempt.create({
    data: { orderId: 'o2', reference: 'o2-1', paymentId: '554433221', expiresAt: now },
  });
  await client.paymentEvent.create({
    data: {
      orderId: 'o2',
      source: 'callback',
      type: 'TRANSACTION',
      chargeId: '998877665',
      fingerprint: 'f',
      result: 'applied',
      body: {},
    },
  });
});

const ask = (q: string, actor: MaybeActor = admin) => searchAdministration({ actor, q, lang: 'en', now });
const findPaths = async (q: string, actor?: MaybeActor) =>
  (await ask(q, actor)).flatMap(({ hits }) => hits.map(({ path }) => path));
const findOrders = async (q: string) => (await listOrders(admin, { q, page: 1 })).rows.map(({ orderId }) => orderId);

describe('users [O10]', () => {
  test.each([
    ['مني', 'mona'],
    ['احمد', 'mona'],
    ['الشرقاوي', 'mona'],
    ['شرقاوى', 'mona'],
    ['MONA.ALI@midan', 'mona'],
    ['ali', 'mona'],
    ['01012345678', 'mona'],
    ['٠١٠١٢٣٤', 'mona'],
    ['+20 101 234 5678', 'mona'],
    ['00201012345678', 'mona'],
    ['jorg', 'jorg'],
    ['JÖRG weiss', 'jorg'],
    ['weiß', 'jorg'],
    ['+49 176 12345678', 'jorg'],
  ])('“%s” finds %s, as in the list of learners [O10]', async (q, id) => {
    expect(await findPaths(q)).toContain(`/learners/${id}`);
    expect((await listUsers(admin, { q, page: 1 })).rows.map(({ userId }) => userId)).toEqual([id]);
  });

  test('finds users by names in Persian and Urdu letters, and with invisible characters inside [O10] [V13]', async () => {
    const client = await db();
    const names = [
      'کریم یزدی',
      'كريم يزدي',
      'ہاجرہ',
      'هاجره',
      'علی\u200cرضا',
      'عليرضا',
      'مو\u00adنا',
      '\ufe8d\ufea3\ufee4\ufeaa',
      'ےۓۂۃ',
    ];
    for (const [at, name] of names.entries())
      await client.user.create({ data: { id: `p${at}`, name }, select: { id: true } });
    for (const [at, name] of names.entries()) expect(await findUserIds(name), name).toContain(`p${at}`);
    expect([
      await findUserIds('كريم'),
      await findUserIds('هاجرہ'),
      await findUserIds('علي\u200dرضا'),
      await findUserIds('مونا'),
      (await findUserIds('احمد')).includes('p7'),
    ]).toEqual([['p1', 'p0'], ['p3', 'p2'], ['p5', 'p4'], ['p6'], true]);
  });

  test('every query word must begin a word of the same user, and a changed name is found by its new words [O10]', async () => {
    expect(await findUserIds('mona weiss')).toEqual([]);
    expect(await findUserIds('ona')).toEqual([]);
    expect(await findUserIds('midan')).toEqual(['jorg', 'mona']);
    await (await db()).user.update({ where: { id: 'mona' }, data: { name: 'نادية' }, select: { id: true } });
    expect([await findUserIds('احمد'), await findUserIds('ناديه')]).toEqual([[], ['mona']]);
  });

  test('treats special characters of the database as plain text [O10]', async () => {
    for (const q of ['\'; DROP TABLE "User"; --', "a':*", '%', '\\', '()', '"', '🦘', '\u064b', '+--------', '______'])
      await expect(ask(q), q).resolves.toBeInstanceOf(Array);
  });

  test('the search uses the index instead of scanning all users [O10]', async () => {
    const client = await db();
    await client.$executeRaw`INSERT INTO "User" ("id", "name", "email", "updatedAt") SELECT 'many' || n, 'Person ' || n, 'person' || n || '@example.com', now() FROM generate_series(1, 500) n`;
    expect(
      await explainQuery(
        `SELECT "id", "createdAt" FROM "User" WHERE person_words("name", "email", "phone") @@ '''mona'':*'::tsquery`,
      ),
    ).toContain('User_words_idx');
  });
});

describe('orders [O10]', () => {
  test('are searched only by users who have orders, so that the database does not scan all orders [O10]', async () => {
    await (
      await db()
    ).user.create({ data: { id: 'visitor', name: 'Mona', email: 'visitor@midan.example' }, select: { id: true } });
    expect(await findUserIds('midan')).toEqual(['visitor', 'jorg', 'mona']);
    expect(await findOrderMatches('midan')).toMatchObject({ orderIds: ['o3'], buyerIds: ['jorg', 'mona'] });
  });

  test.each([
    ['#1', ['o1']],
    ['٢', ['o2']],
    ['o1', ['o1']],
    ['192837465', ['o1']],
    ['77001122', ['o2']],
    ['554433221', ['o2']],
    ['998877665', ['o2']],
    ['o2-1', ['o2']],
    ['mona', ['o1']],
    ['weiss', ['o2', 'o3']],
    ['course-nextjs', ['o2', 'o1', 'o3']],
    ['هاله', ['o3']],
    ['hala.samir@midan.example', ['o3']],
    ['+20 115 556 6677', ['o3']],
    ['nobody', []],
  ])('“%s” finds %j [O10]', async (q, found) => {
    expect(await findOrders(q)).toEqual(found);
    expect((await findPaths(q)).filter((path) => path.startsWith('/orders'))).toEqual(
      found.map((id) => `/orders/${id}`),
    );
  });

  test('the search uses the index instead of scanning all orders [O10]', async () => {
    const client = await db();
    await client.$executeRaw`INSERT INTO "Order" ("id", "productKey", "courseSlug", "description", "amountPiastres", "expiresAt", "updatedAt", "billing")
      SELECT 'many' || n, 'course-nextjs', ${slug}, 'Next', 100, now(), now(), jsonb_build_object('first_name', 'Person', 'last_name', n::text, 'email', 'p' || n || '@example.com', 'phone_number', n::text) FROM generate_series(1, 500) n`;
    const asked = vi.spyOn(client, '$queryRaw');
    await findOrderIdsByBilling('هالة');
    const [sql, ...values] = asked.mock.calls[0] as unknown as [TemplateStringsArray, ...unknown[]];
    const literals = values.map((value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value));
    expect(await explainQuery(String.raw({ raw: sql }, ...literals))).toContain('Order_buyer_words_idx');
  });
});

test('finds courses, pages, articles and coupons, each with a link to the full list [O10]', async () => {
  const text = { title: 'Caching for cafés', description: 'd', category: 'c', html: '<p>zebra</p>' };
  for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await changeArticle(admin, null, {
      id,
      category: 'web',
      imageUrl: null,
      published: false,
      publishedAt: now,
      texts: { en: text },
    });
  }
  await createCoupon(
    admin,
    newCouponSchema.parse({
      code: 'ZEBRA-26',
      percent: 10,
      amount: null,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      maxUsesPerLearner: null,
      withSale: false,
      refundable: false,
      courses: [],
    }),
    { lang: 'en', now },
  );
  const found = await ask('zebra');
  expect(found.map(({ kind, hits, hasMore, list }) => [kind, hits.length, hasMore, list])).toEqual([
    ['coupons', 1, false, '/coupons?q=zebra'],
    ['articles', 5, true, '/articles?q=zebra'],
  ]);
  expect(found[1]!.hits[0]).toMatchObject({ title: 'Caching for cafés', details: ['Hidden'] });
  expect(await findPaths('nextjs')).toContain(`/courses/${slug}`);
  expect(await findPaths('footer')).toContain('/content/common.footer');
});

test('an editor finds only what editors may see, and other users find nothing [O10, N6]', async () => {
  await changeArticle(admin, null, {
    id: 'mona',
    category: 'web',
    imageUrl: null,
    published: true,
    publishedAt: now,
    texts: { en: { title: 'Mona', description: 'd', category: 'c', html: '<p>x</p>' } },
  });
  const findKinds = async (actor?: MaybeActor) => (await ask('mona', actor)).map(({ kind }) => kind);
  expect(await findKinds()).toEqual(['orders', 'learners', 'content', 'articles']);
  expect(await findKinds(buildActor('editor'))).toEqual(['content', 'articles']);
  expect(await findPaths('mona ali', buildActor('editor'))).toEqual([]);
  await expect(ask('mona', null)).rejects.toMatchObject({ status: 401 });
  for (const actor of [buildActor('guest'), buildActor('learner'), buildActor('editor', { totpEnrolled: false })])
    await expect(ask('mona', actor)).rejects.toMatchObject({ status: 403 });
});
