import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { db, type Prisma } from '@/lib/database/client';
import { internationalLanguage } from '@/lib/language';
import { streamOf } from '@/lib/streams';
import { csvOf } from '../tables/csv';
import { tableLanguage, type Column } from '../tables/table';
import { xlsxOf } from '../tables/xlsx';
import { findOrderNumbers, orderQuerySchema, type OrderQuery } from './order-list';

const batch = 500;

export const orderExportSchema = orderQuerySchema.extend(tableLanguage);
type OrderExport = Omit<ReturnType<typeof orderExportSchema.parse>, 'page'>;

const fields = {
  id: true, number: true, purpose: true, status: true, productKey: true, courseSlug: true, amountPiastres: true, discountPiastres: true, refundedPiastres: true,
  currency: true, method: true, lang: true, createdAt: true, paidAt: true, lines: { select: { quantity: true } }, coupon: { select: { code: true } }, user: { select: { name: true, email: true } },
} as const satisfies Prisma.OrderSelect;

type Row = Prisma.OrderGetPayload<{ select: typeof fields }>;

const columns: ReadonlyArray<Column<Row>> = [
  { name: 'number', kind: 'number', value: (row) => row.number },
  { name: 'status', kind: 'text', value: (row) => row.status },
  { name: 'created', kind: 'time', value: (row) => row.createdAt },
  { name: 'paid', kind: 'time', value: (row) => row.paidAt },
  { name: 'buyer', kind: 'text', value: (row) => row.user?.name ?? '' },
  { name: 'email', kind: 'text', value: (row) => row.user?.email ?? '' },
  { name: 'product', kind: 'text', value: (row) => row.productKey },
  { name: 'course', kind: 'text', value: (row) => row.courseSlug },
  { name: 'amount', kind: 'piastres', value: (row) => row.amountPiastres },
  { name: 'refunded', kind: 'piastres', value: (row) => row.refundedPiastres },
  { name: 'currency', kind: 'text', value: (row) => row.currency },
  { name: 'method', kind: 'text', value: (row) => row.method ?? '' },
  { name: 'language', kind: 'text', value: (row) => row.lang },
  { name: 'order', kind: 'text', value: (row) => row.id },
  { name: 'discount', kind: 'piastres', value: (row) => row.discountPiastres },
  { name: 'coupon', kind: 'text', value: (row) => row.coupon?.code ?? '' },
  { name: 'for', kind: 'text', value: (row) => row.purpose },
  // A bundle has a line a course, and was bought once.
  { name: 'quantity', kind: 'number', value: (row) => (row.purpose === 'seats' ? row.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 1) },
];

/** The filtered orders, newest first, as CSV. @throws Problem 401, 403 */
export async function ordersCsv(actor: MaybeActor, { lang, ...query }: OrderExport): Promise<ReadableStream<Uint8Array>> {
  await audit(actor, query, 'csv');
  return streamOf(csvOf({ columns, batches: batchesOf(query) }, lang));
}

/** The same as a workbook. @throws Problem 401, 403 */
export async function ordersXlsx(actor: MaybeActor, { lang = internationalLanguage, ...query }: OrderExport): Promise<ReadableStream<Uint8Array>> {
  await audit(actor, query, 'xlsx');
  return streamOf(xlsxOf({ columns, batches: batchesOf(query) }, lang));
}

/** Without the words searched for: they may name a person. */
async function audit(actor: MaybeActor, query: Omit<OrderQuery, 'page'>, format: string): Promise<void> {
  assertAdmin(actor);
  await writeAudit(await db(), { actor, action: 'orders.export', subject: 'orders', detail: { status: query.status ?? '', format, ...(query.q ? { q: true } : {}) } });
}

/** Newest first. The orders are found at the beginning, as numbers alone, and read a few hundred at a time. */
async function* batchesOf(query: Omit<OrderQuery, 'page'>): AsyncGenerator<Row[]> {
  const client = await db();
  const numbers = await findOrderNumbers(query);
  for (let at = 0; at < numbers.length; at += batch) {
    yield await client.order.findMany({ where: { number: { in: numbers.slice(at, at + batch) } }, orderBy: { number: 'desc' }, select: fields });
  }
}
