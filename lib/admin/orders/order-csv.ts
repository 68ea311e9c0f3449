import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { db, type Prisma } from '@/lib/database/client';
import { poundsFromPiastres } from '@/lib/money';
import { orderFilter, type OrderQuery } from './order-list';

const batch = 500;

const fields = {
  id: true, number: true, purpose: true, status: true, productKey: true, courseSlug: true, amountPiastres: true, discountPiastres: true, refundedPiastres: true,
  currency: true, method: true, lang: true, createdAt: true, paidAt: true, lines: { select: { quantity: true } }, coupon: { select: { code: true } }, user: { select: { name: true, email: true } },
} as const satisfies Prisma.OrderSelect;

type Row = Prisma.OrderGetPayload<{ select: typeof fields }>;

const columns: ReadonlyArray<readonly [string, (row: Row) => string | number]> = [
  ['number', (row) => row.number],
  ['status', (row) => row.status],
  ['created', (row) => row.createdAt.toISOString()],
  ['paid', (row) => row.paidAt?.toISOString() ?? ''],
  ['buyer', (row) => row.user?.name ?? ''],
  ['email', (row) => row.user?.email ?? ''],
  ['product', (row) => row.productKey],
  ['course', (row) => row.courseSlug],
  ['amount', (row) => poundsFromPiastres(row.amountPiastres).toFixed(2)],
  ['refunded', (row) => poundsFromPiastres(row.refundedPiastres).toFixed(2)],
  ['currency', (row) => row.currency],
  ['method', (row) => row.method ?? ''],
  ['language', (row) => row.lang],
  ['order', (row) => row.id],
  ['discount', (row) => poundsFromPiastres(row.discountPiastres).toFixed(2)],
  ['coupon', (row) => row.coupon?.code ?? ''],
  ['for', (row) => row.purpose],
  // A bundle has a line a course, and was bought once.
  ['quantity', (row) => (row.purpose === 'seats' ? row.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 1)],
];

/** The filtered orders as a table for spreadsheets, read a few hundred at a time. Who took it is in the audit log, without the words searched for: they may name a person. */
export async function ordersCsv(actor: MaybeActor, query: Omit<OrderQuery, 'page'>): Promise<ReadableStream<Uint8Array>> {
  assertAdmin(actor);
  const client = await db();
  await writeAudit(client, { actor, action: 'orders.export', subject: 'orders', detail: { status: query.status ?? '', ...(query.q ? { q: true } : {}) } });
  return streamOf(partsOf(query));
}

/** The next part is made when the last one has been taken. */
export function streamOf(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** Newest first, page by page of their numbers. */
async function* partsOf(query: Omit<OrderQuery, 'page'>): AsyncGenerator<string> {
  // By the mark Excel reads Arabic names as UTF-8.
  yield `\uFEFF${lineOf(columns.map(([name]) => name))}`;
  const client = await db();
  const wanted = await orderFilter(query);
  let below: Prisma.OrderWhereInput = {};
  for (;;) {
    const rows = await client.order.findMany({ where: { AND: [wanted, below] }, orderBy: { number: 'desc' }, take: batch, select: fields });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map((row) => lineOf(columns.map(([, cell]) => cell(row)))).join('');
    if (rows.length < batch) return;
    below = { number: { lt: last.number } };
  }
}

export function lineOf(cells: ReadonlyArray<string | number>): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** Text that a spreadsheet would take for a formula is marked as text. */
function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
