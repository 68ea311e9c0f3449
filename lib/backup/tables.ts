import 'server-only';
import type { Tx } from '@/lib/database/client';
import { RowSum, type TableSum } from './row-sum';

const batch = 500;

interface Reference { child: string; parent: string }

/** All tables, referenced ones before those that reference them. */
export async function tablesInOrder(tx: Tx): Promise<string[]> {
  const tables = await tx.$queryRaw<Array<{ name: string }>>`
    SELECT tablename::text AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations' ORDER BY tablename`;
  const references = await tx.$queryRaw<Reference[]>`
    SELECT c.relname::text AS child, p.relname::text AS parent FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND c.oid <> p.oid`;
  return inOrder(tables.map((table) => table.name), references);
}

function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const waiting = new Set(names);
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) => !references.some(({ child, parent }) => child === name && waiting.has(parent)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    for (const name of free) {
      ordered.push(name);
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Rows as PostgreSQL's own JSON text, in batches: exact for big integers, times and JSON columns. */
export async function* rowsOf(tx: Tx, table: string): AsyncGenerator<string> {
  await tx.$executeRawUnsafe(
    `DECLARE every_row NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${quoted(table)} t`,
  );
  for (;;) {
    const rows = await tx.$queryRawUnsafe<Array<{ line: string }>>(`FETCH ${batch} FROM every_row`);
    for (const { line } of rows) yield line;
    if (rows.length < batch) break;
  }
  await tx.$executeRawUnsafe('CLOSE every_row');
}

export async function sumOf(tx: Tx, table: string): Promise<TableSum> {
  const sum = new RowSum();
  for await (const row of rowsOf(tx, table)) sum.add(row);
  return sum.result(table);
}

export async function insertRows(tx: Tx, table: string, rows: readonly string[]): Promise<void> {
  const name = quoted(table);
  await tx.$executeRawUnsafe(
    `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`,
    `[${rows.join(',')}]`,
  );
}

/** After rows were inserted with their ids, moves the sequences beyond them. */
export async function moveSequences(tx: Tx): Promise<void> {
  const columns = await tx.$queryRaw<Array<{ table: string; column: string; sequence: string }>>`
    SELECT table_name::text AS "table", column_name::text AS "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name)::text AS sequence
    FROM information_schema.columns
    WHERE table_schema = current_schema() AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`;
  for (const { table, column, sequence } of columns) {
    await tx.$queryRawUnsafe(
      `SELECT setval($1::regclass, COALESCE(MAX(${quoted(column)}), 0) + 1, false)::text FROM ${quoted(table)}`,
      sequence,
    );
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
