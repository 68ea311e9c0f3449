import { fold } from '@/lib/text/fold';
import { patternsOf } from '@/lib/search/excerpt';

export const pageSize = 25;

export interface Page<Row> { rows: Row[]; page: number; hasNext: boolean }

/** One row more than is shown says whether there is a next page, without counting. */
export const windowOf = (page: number) => ({ skip: (page - 1) * pageSize, take: pageSize + 1 });

export function pageOf<Row>(rows: Row[], page: number): Page<Row> {
  return { rows: rows.slice(0, pageSize), page, hasNext: rows.length > pageSize };
}

/** Those of which one text has every word asked for, in whatever spelling. */
export function saying<Row>(q: string, rows: readonly Row[], textsOf: (row: Row) => string[]): Row[] {
  const patterns = patternsOf(q);
  return rows.filter((row) => textsOf(row).map(fold).some((text) => patterns.every((pattern) => pattern.test(text))));
}
