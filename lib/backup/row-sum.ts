import { createHash } from 'node:crypto';

/** Count and checksum of a table's rows; the order of the rows does not matter, every row is unique by its key. */
export class RowSum {
  rows = 0;
  private readonly sum = Buffer.alloc(32);

  add(row: string): void {
    const hash = createHash('sha256').update(row).digest();
    for (const [index, byte] of hash.entries()) this.sum[index] = (this.sum[index] ?? 0) ^ byte;
    this.rows += 1;
  }

  result(table: string): TableSum {
    return { table, rows: this.rows, sum: this.sum.toString('hex') };
  }
}

export interface TableSum { table: string; rows: number; sum: string }

/** Tables whose rows differ, as sentences; empty when both sides hold the same. */
export function differencesOf(expected: readonly TableSum[], found: readonly TableSum[]): string[] {
  const byName = new Map(found.map((each) => [each.table, each]));
  return expected.flatMap(({ table, rows, sum }) => {
    const other = byName.get(table);
    if (!other) return [`${table}: missing, ${rows} rows expected`];
    if (other.rows !== rows) return [`${table}: ${other.rows} rows, ${rows} expected`];
    return other.sum === sum ? [] : [`${table}: ${rows} rows, but not the same ones`];
  });
}
