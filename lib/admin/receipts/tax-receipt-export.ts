import 'server-only';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { lineOf, streamOf } from '@/lib/admin/orders/order-csv';
import { eReceiptOf } from '@/lib/checkout/receipts/e-receipt';
import { labelOf } from '@/lib/checkout/orders/receipt-label';
import { taxReceiptContent } from '@/lib/checkout/receipts/tax-receipt';
import { cairoMonth } from '@/lib/clock';
import { db, type Prisma } from '@/lib/database/client';
import { poundsFromPiastres } from '@/lib/money';

const batch = 500;

export const monthSchema = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) });

const ofMonth = (month: string): Prisma.TaxReceiptWhereInput => {
  const { from, until } = cairoMonth(month);
  return { issuedAt: { gte: from, lt: until } };
};

export interface MonthSum { kind: 'receipt' | 'creditNote'; count: number; amountPiastres: number; taxPiastres: number }

/** What a month's documents add up to. @throws Problem 401, 403 */
export async function taxReceiptSums(actor: MaybeActor, month: string): Promise<MonthSum[]> {
  assertAdmin(actor);
  const client = await db();
  const sums = await client.taxReceipt.groupBy({ by: ['kind'], where: ofMonth(month), _count: true, _sum: { amountPiastres: true, taxPiastres: true } });
  return (['receipt', 'creditNote'] as const).map((kind) => {
    const sum = sums.find((one) => one.kind === kind);
    return { kind, count: sum?._count ?? 0, amountPiastres: sum?._sum.amountPiastres ?? 0, taxPiastres: sum?._sum.taxPiastres ?? 0 };
  });
}

type Row = Prisma.TaxReceiptGetPayload<{ include: { order: { select: { number: true } } } }>;

/** Credit notes are negative, so that a column adds up. */
const columns: ReadonlyArray<readonly [string, (row: Row) => string | number]> = [
  ['number', (row) => labelOf(row.kind, row.number)],
  ['kind', (row) => (row.kind === 'receipt' ? 'receipt' : 'credit note')],
  ['issued', (row) => row.issuedAt.toISOString()],
  ['order', (row) => row.order.number],
  ['net', (row) => signed(row, row.amountPiastres - row.taxPiastres)],
  ['tax percent', (row) => row.taxPercent],
  ['tax', (row) => signed(row, row.taxPiastres)],
  ['total', (row) => signed(row, row.amountPiastres)],
  ['currency', (row) => row.currency],
  ['method', (row) => row.method ?? ''],
  ['buyer', (row) => taxReceiptContent.parse(row.content).buyer?.name ?? ''],
  ['buyer tax number', (row) => taxReceiptContent.parse(row.content).buyer?.taxNumber ?? ''],
  ['transaction', (row) => row.chargeId ?? ''],
  ['uuid', (row) => row.uuid],
  ['for uuid', (row) => taxReceiptContent.parse(row.content).referenceUuid ?? ''],
];

/** A number, since a text that begins with a sign would be taken for a formula. */
const signed = ({ kind }: Row, piastres: number): number => poundsFromPiastres(kind === 'creditNote' ? -piastres : piastres);

interface Export { readonly actor: MaybeActor; readonly month: string }

/** A month's documents as a table for spreadsheets. Who took it is in the audit log. @throws Problem 401, 403 */
export async function taxReceiptsCsv({ actor, month }: Export): Promise<ReadableStream<Uint8Array>> {
  await audit(actor, month, 'csv');
  return streamOf(csvOf(month));
}

/** The same in the form of Egypt's e-receipt. @throws Problem 401, 403 */
export async function eReceiptsJson({ actor, month }: Export): Promise<ReadableStream<Uint8Array>> {
  await audit(actor, month, 'json');
  return streamOf(jsonOf(month));
}

async function audit(actor: MaybeActor, month: string, format: string): Promise<void> {
  assertAdmin(actor);
  await writeAudit(await db(), { actor, action: 'receipts.export', subject: `receipts:${month}`, detail: { format } });
}

async function* csvOf(month: string): AsyncGenerator<string> {
  // By the mark Excel reads Arabic names as UTF-8.
  yield `\uFEFF${lineOf(columns.map(([name]) => name))}`;
  for await (const rows of batchesOf(month)) yield rows.map((row) => lineOf(columns.map(([, cell]) => cell(row)))).join('');
}

async function* jsonOf(month: string): AsyncGenerator<string> {
  yield '{"receipts":[';
  let separator = '\n';
  for await (const rows of batchesOf(month)) {
    yield separator + rows.map((row) => JSON.stringify(eReceiptOf({ ...row, content: taxReceiptContent.parse(row.content) }))).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** A few hundred at a time, in the order of their numbers: a month is never in memory as a whole. */
async function* batchesOf(month: string): AsyncGenerator<Row[]> {
  const client = await db();
  const { _min: { position: first }, _max: { position: end } } = await client.taxReceipt.aggregate({ where: ofMonth(month), _min: { position: true }, _max: { position: true } });
  for (let next = first; next !== null && end !== null && next <= end;) {
    const rows = await client.taxReceipt.findMany({
      where: { ...ofMonth(month), position: { gte: next, lte: end } }, orderBy: { position: 'asc' }, take: batch, include: { order: { select: { number: true } } },
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1)?.position;
    next = last === undefined ? null : last + 1;
  }
}
