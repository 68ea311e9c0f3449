import { fold } from '@/lib/blog/fold';
import { patternsOf } from '@/lib/search/excerpt';

/** Those of which one text has every word asked for, in whatever spelling. */
export function saying<Row>(q: string, rows: readonly Row[], textsOf: (row: Row) => string[]): Row[] {
  const patterns = patternsOf(q);
  return rows.filter((row) => textsOf(row).map(fold).some((text) => patterns.every((pattern) => pattern.test(text))));
}
