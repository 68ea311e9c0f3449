import { type Database, db, Prisma } from '@/lib/database/client';
import { fold, searchQuery } from '@/lib/fold';
import { foldDigits } from '@/lib/numbers';
import { foldCouponCode } from '@/lib/orders/coupons';

type FoundRows = Promise<Array<{ id: string }>>;

// Queries use MATERIALIZED: otherwise the planner may scan all rows from the newest and compare each.

/** Each word of `q` must start a word of the name, email or telephone. Checks no permission; the caller must. */
export const findUserIds = (query: string): Promise<string[]> => findUserIdsWhere(query, Prisma.sql`TRUE`);

/** Without the filter on buyers, the planner scans all orders from the newest (100,000 orders: 65 ms, not 1). */
const findBuyerIds = (query: string): Promise<string[]> =>
  findUserIdsWhere(query, Prisma.sql`EXISTS (SELECT FROM "Order" WHERE "userId" = found."id")`);

const findUserIdsWhere = (query: string, condition: Prisma.Sql): Promise<string[]> =>
  findByWords(
    query,
    (client, words): FoundRows => client.$queryRaw`
  WITH found AS MATERIALIZED (SELECT "id", "createdAt" FROM "User" WHERE person_words("name", "email", "phone") @@ ${words}::tsquery)
  SELECT "id" FROM found WHERE ${condition} ORDER BY "createdAt" DESC, "id" DESC`,
  );

/** Finds orders by billing data, which often name a colleague or an address other than the account's. */
export const findOrderIdsByBilling = (query: string): Promise<string[]> =>
  findByWords(
    query,
    (client, words): FoundRows => client.$queryRaw`
  WITH found AS MATERIALIZED (
    SELECT "id", "createdAt" FROM "Order"
    WHERE person_words(("billing"->>'first_name') || ' ' || ("billing"->>'last_name'), "billing"->>'email', "billing"->>'phone_number') @@ ${words}::tsquery
  )
  SELECT "id" FROM found ORDER BY "createdAt" DESC, "id" DESC`,
  );

async function findByWords(query: string, ask: (client: Database, words: string) => FoundRows): Promise<string[]> {
  const words = phoneQuery(query) ?? searchQuery(query);
  if (!words) return [];
  return (await ask(await db(), words)).map(({ id }) => id);
}

/** Matches a telephone number in any spelling, with or without Egypt's country code. */
function phoneQuery(query: string): string | null {
  const typed = fold(query).trim();
  if (!/^\+?[\d\s()-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  const other = digits.startsWith('0') ? `2${digits}` : digits.replace(/^20/, '0');
  return `'${digits}':* | '${other}':*`;
}

interface OrderMatches {
  readonly orderIds: readonly string[];
  readonly buyerIds: readonly string[];
  readonly productKey: string | null;
  readonly couponId: string | null;
}

/** Looks up each meaning of `q` through its own index, because filtering all orders would be slow. */
export async function findOrderMatches(query: string): Promise<OrderMatches> {
  const text = foldDigits(query).trim();
  // Take a short number as an order number, not as the start of a telephone number.
  const isNumber = /^#|^\d{1,5}$/.test(text);
  const client = await db();
  const [named, account, buyers, typed, product, coupon] = await Promise.all([
    findOrderIdsByNumber(client, text.replace(/^#/, '')),
    client.user.findUnique({ where: { id: text }, select: { id: true } }),
    isNumber ? [] : findBuyerIds(text),
    isNumber ? [] : findOrderIdsByBilling(text),
    client.product.findUnique({ where: { key: text }, select: { key: true } }),
    client.coupon.findUnique({ where: { code: foldCouponCode(text) }, select: { id: true } }),
  ]);
  return {
    orderIds: [...new Set([...named, ...typed])],
    buyerIds: account ? [account.id, ...buyers] : buyers,
    productKey: product?.key ?? null,
    couponId: coupon?.id ?? null,
  };
}

async function findOrderIdsByNumber(client: Database, name: string): Promise<string[]> {
  const number = /^\d{1,9}$/.test(name) ? [{ number: Number(name) }] : [];
  const [orders, attempts, events] = await Promise.all([
    client.order.findMany({
      where: { OR: [{ id: name }, { billReference: name }, { paidChargeId: name }, ...number] },
      select: { id: true },
    }),
    client.paymentAttempt.findMany({
      where: { OR: [{ reference: name }, { paymentId: name }] },
      select: { orderId: true },
    }),
    client.paymentEvent.findMany({
      where: { OR: [{ chargeId: name }, { paymentId: name }] },
      select: { orderId: true },
    }),
  ]);
  const ids = [...orders.map(({ id }) => id), ...[...attempts, ...events].flatMap(({ orderId }) => orderId ?? [])];
  return [...new Set(ids)];
}
