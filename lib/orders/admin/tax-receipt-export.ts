import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Column, streamCsv, streamXlsx, tableLanguage } from '@/lib/admin/tables';
import { cairoDayOf, cairoMonth } from '@/lib/clock';
import { db, type Prisma } from '@/lib/database/client';
import { internationalLanguage, type Language } from '@/lib/language';
import { normaliseMarks } from '@/lib/numbers';
import { eReceiptOf, labelOf, taxReceiptContentSchema } from '@/lib/orders/receipts/tax-receipt';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { toWebStream } from '@/lib/streams';

const batchSize = 500;

export const monthSchema = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) });

/** @returns the current month if the text is empty, or null if it is not a month */
export const readMonth = (text: string | undefined, now: Date): string | null =>
  text ? (monthSchema.safeParse({ month: normaliseMarks(text) }).data?.month ?? null) : cairoDayOf(now).slice(0, 7);

export const receiptExportSchema = monthSchema.extend(tableLanguage);

const monthCondition = (month: string): Prisma.TaxReceiptWhereInput => {
  const { from, until } = cairoMonth(month);
  return { issuedAt: { gte: from, lt: until } };
};

export interface MonthSum {
  kind: 'receipt' | 'creditNote';
  count: number;
  amountPiastres: number;
  taxPiastres: number;
}

export async function readMonthSums(actor: MaybeActor, month: string): Promise<MonthSum[]> {
  assertAdmin(actor);
  const client = await db();
  const sums = await client.taxReceipt.groupBy({
    by: ['kind'],
    where: monthCondition(month),
    _count: true,
    _sum: { amountPiastres: true, taxPiastres: true },
  });
  return (['receipt', 'creditNote'] as const).map((kind) => {
    const sum = sums.find((one) => one.kind === kind);
    return {
      kind,
      count: sum?._count ?? 0,
      amountPiastres: sum?._sum.amountPiastres ?? 0,
      taxPiastres: sum?._sum.taxPiastres ?? 0,
    };
  });
}

type StoredReceipt = Prisma.TaxReceiptGetPayload<{ include: { order: { select: { number: true } } } }>;
type Row = Omit<StoredReceipt, 'content'> & { content: z.output<typeof taxReceiptContentSchema> };

/** Makes credit notes negative, so that columns add up. */
const signedPiastres = ({ kind }: Row, piastres: number): number => (kind === 'creditNote' ? -piastres : piastres);

const columns: ReadonlyArray<Column<Row>> = [
  { name: 'number', kind: 'text', value: (row) => labelOf(row.kind, row.number) },
  { name: 'kind', kind: 'text', value: (row) => (row.kind === 'receipt' ? 'receipt' : 'credit note') },
  { name: 'issued', kind: 'time', value: (row) => row.issuedAt },
  { name: 'order', kind: 'number', value: (row) => row.order.number },
  { name: 'net', kind: 'piastres', value: (row) => signedPiastres(row, row.amountPiastres - row.taxPiastres) },
  { name: 'tax percent', kind: 'number', value: (row) => row.taxPercent },
  { name: 'tax', kind: 'piastres', value: (row) => signedPiastres(row, row.taxPiastres) },
  { name: 'total', kind: 'piastres', value: (row) => signedPiastres(row, row.amountPiastres) },
  { name: 'currency', kind: 'text', value: (row) => row.currency },
  { name: 'method', kind: 'text', value: (row) => row.method ?? '' },
  { name: 'buyer', kind: 'text', value: (row) => row.content.buyer?.name ?? '' },
  { name: 'buyer tax number', kind: 'text', value: (row) => row.content.buyer?.taxNumber ?? '' },
  { name: 'transaction', kind: 'text', value: (row) => row.chargeId ?? '' },
  { name: 'uuid', kind: 'text', value: (row) => row.uuid },
  { name: 'for uuid', kind: 'text', value: (row) => row.content.referenceUuid ?? '' },
];

interface ExportInput {
  readonly actor: MaybeActor;
  readonly month: string;
}
interface TableExportInput extends ExportInput {
  readonly lang?: Language | undefined;
}

export async function exportCsv({ actor, month, lang }: TableExportInput): Promise<ReadableStream<Uint8Array>> {
  await auditExport(actor, month, 'csv');
  return toWebStream(streamCsv({ columns, batches: readBatches(month) }, lang));
}

export async function exportXlsx({
  actor,
  month,
  lang = internationalLanguage,
}: TableExportInput): Promise<ReadableStream<Uint8Array>> {
  await auditExport(actor, month, 'xlsx');
  return toWebStream(streamXlsx({ columns, batches: readBatches(month) }, lang));
}

export async function exportEReceipts({ actor, month }: ExportInput): Promise<ReadableStream<Uint8Array>> {
  await auditExport(actor, month, 'json');
  return toWebStream(streamJson(month));
}

async function auditExport(actor: MaybeActor, month: string, format: string): Promise<void> {
  assertAdmin(actor);
  await writeAudit(await db(), { actor, action: 'receipts.export', subject: `receipts:${month}`, detail: { format } });
}

async function* streamJson(month: string): AsyncGenerator<string> {
  yield '{"receipts":[';
  let separator = '\n';
  for await (const rows of readBatches(month)) {
    yield separator + rows.map((row) => JSON.stringify(eReceiptOf(row))).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Reads in batches, sorted by number, so that a month never has to fit into memory. */
async function* readBatches(month: string): AsyncGenerator<Row[]> {
  const client = await db();
  const {
    _min: { position: first },
    _max: { position: end },
  } = await client.taxReceipt.aggregate({
    where: monthCondition(month),
    _min: { position: true },
    _max: { position: true },
  });
  for (let next = first; next !== null && end !== null && next <= end;) {
    const rows = await client.taxReceipt.findMany({
      where: { ...monthCondition(month), position: { gte: next, lte: end } },
      orderBy: { position: 'asc' },
      take: batchSize,
      include: { order: { select: { number: true } } },
    });
    if (rows.length > 0) yield rows.map((row) => ({ ...row, content: taxReceiptContentSchema.parse(row.content) }));
    const last = rows.at(-1)?.position;
    next = last === undefined ? null : last + 1;
  }
}
