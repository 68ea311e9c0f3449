import { createHash } from 'node:crypto';
import type { Tx } from '@/lib/database/client';

/** A row of texts can take 2 MiB, and PGlite holds a batch several times in memory. */
const rowsPerFetch = 20;

interface ForeignKey {
  child: string;
  parent: string;
}

/** Leaves out `OrderCountChange`, which triggers fill again while orders are restored. */
export async function listTablesInOrder(tx: Tx): Promise<string[]> {
  const tables = await tx.$queryRaw<Array<{ name: string }>>`
    SELECT tablename::text AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename NOT IN ('_prisma_migrations', 'OrderCountChange') ORDER BY tablename`;
  const references = await tx.$queryRaw<ForeignKey[]>`
    SELECT c.relname::text AS child, p.relname::text AS parent FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND c.oid <> p.oid`;
  return sortByReferences(
    tables.map((table) => table.name),
    references,
  );
}

function sortByReferences(names: readonly string[], references: readonly ForeignKey[]): string[] {
  const ordered: string[] = [];
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      (name) => !references.some(({ child, parent }) => child === name && waiting.has(parent)),
    );
    if (free.length === 0) throw new Error(`Tables have circular references: ${[...waiting].join(', ')}`);
    for (const name of free) {
      ordered.push(name);
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Reads rows as PostgreSQL's own JSON text, which keeps big integers, times and JSON columns exact. */
export async function* readRows(tx: Tx, table: string): AsyncGenerator<string> {
  await tx.$executeRawUnsafe(
    `DECLARE every_row NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${quoteIdentifier(table)} t`,
  );
  for (;;) {
    const rows = await tx.$queryRawUnsafe<Array<{ line: string }>>(`FETCH ${rowsPerFetch} FROM every_row`);
    for (const { line } of rows) yield line;
    if (rows.length < rowsPerFetch) break;
  }
  await tx.$executeRawUnsafe('CLOSE every_row');
}

export async function computeChecksum(tx: Tx, table: string): Promise<TableChecksum> {
  const sum = new RowChecksum();
  for await (const row of readRows(tx, table)) sum.add(row);
  return sum.result(table);
}

export async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const name = quoteIdentifier(table);
  await tx.$executeRawUnsafe(
    `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
    `[${rows.join(',')}]`,
  );
}

export async function advanceSequences(tx: Tx): Promise<void> {
  const columns = await tx.$queryRaw<Array<{ table: string; column: string; sequence: string }>>`
    SELECT table_name::text AS "table", column_name::text AS "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name)::text AS sequence
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`;
  for (const { table, column, sequence } of columns) {
    await tx.$queryRawUnsafe(
      `SELECT setval($1::regclass, COALESCE(MAX(${quoteIdentifier(column)}), 0) + 1, false)::text FROM ${quoteIdentifier(table)}`,
      sequence,
    );
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Combines row hashes by XOR, so that order does not matter. Rows have unique keys, so no two cancel out. */
export class RowChecksum {
  rows = 0;
  private readonly sum = Buffer.alloc(32);

  add(row: string): void {
    const hash = createHash('sha256').update(row).digest();
    for (const [index, byte] of hash.entries()) this.sum[index] = (this.sum[index] ?? 0) ^ byte;
    this.rows += 1;
  }

  result(table: string): TableChecksum {
    return { table, rows: this.rows, sum: this.sum.toString('hex') };
  }
}

export interface TableChecksum {
  table: string;
  rows: number;
  sum: string;
}

export function describeDifferences(expected: readonly TableChecksum[], found: readonly TableChecksum[]): string[] {
  const byName = new Map(found.map((each) => [each.table, each]));
  return expected.flatMap(({ table, rows, sum }) => {
    const other = byName.get(table);
    if (!other) return [`${table}: missing, ${rows} rows expected`];
    if (other.rows !== rows) return [`${table}: ${other.rows} rows, ${rows} expected`];
    return other.sum === sum ? [] : [`${table}: ${rows} rows, but not the same ones`];
  });
}
