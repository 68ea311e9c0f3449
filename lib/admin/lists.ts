import { fold } from '@/lib/fold';
import { toPatterns } from '@/lib/search/search-request';

export const pageSize = 25;

export interface Page<Row> {
  rows: Row[];
  page: number;
  hasNext: boolean;
}

/** Reads one extra row to find out whether there is a next page. */
export const pageWindow = (page: number) => ({ skip: (page - 1) * pageSize, take: pageSize + 1 });

export function pageOf<Row>(rows: Row[], page: number): Page<Row> {
  return { rows: rows.slice(0, pageSize), page, hasNext: rows.length > pageSize };
}

/** Returns the rows in which a single text contains every word of `q`, including spelling variants (`fold`). */
export function filterByWords<Row>(query: string, rows: readonly Row[], textsOf: (row: Row) => string[]): Row[] {
  const patterns = toPatterns(query);
  return rows.filter((row) =>
    textsOf(row)
      .map(fold)
      .some((text) => patterns.every((pattern) => pattern.test(text))),
  );
}
