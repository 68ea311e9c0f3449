import { z } from 'zod';
import { languages } from '@/lib/language';

/** A column says what its values are, so that a spreadsheet need not guess (decision 178). */
export type Column<Row> = { readonly name: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string }
  | { readonly kind: 'number'; readonly value: (row: Row) => number }
  | { readonly kind: 'piastres'; readonly value: (row: Row) => number }
  | { readonly kind: 'time'; readonly value: (row: Row) => Date | null }
);

export interface Table<Row> {
  readonly columns: ReadonlyArray<Column<Row>>;
  /** A few hundred rows at a time: a table is never in memory as a whole. */
  readonly batches: AsyncIterable<Row[]>;
}

/** The language of the page that links to the table. */
export const tableLanguage = { lang: z.enum(languages).optional() };
