import { traitsOf, type Language } from '@/lib/language';
import { poundsFromPiastres } from '@/lib/money';
import type { Column, Table } from './table';

interface Marks { readonly separator: string; readonly decimal: string }

/** Spreadsheets expect semicolons between cells in languages with a decimal comma. */
function marksOf(lang: Language | undefined): Marks {
  const decimal = lang === undefined ? '.' : new Intl.NumberFormat(traitsOf(lang).numberLocale).format(1.5).charAt(1);
  return { decimal, separator: decimal === ',' ? ';' : ',' };
}

/** @param lang whose separator and decimal mark are written; absent: comma and point, for programs */
export async function* csvOf<Row>({ columns, batches }: Table<Row>, lang?: Language): AsyncGenerator<string> {
  const marks = marksOf(lang);
  const lineOf = (cells: readonly string[]): string => `${cells.join(marks.separator)}\r\n`;
  // By the mark Excel reads Arabic names as UTF-8.
  yield `\uFEFF${lineOf(columns.map(({ name }) => name))}`;
  for await (const rows of batches) yield rows.map((row) => lineOf(columns.map((column) => cellOf(column, row, marks)))).join('');
}

function cellOf<Row>(column: Column<Row>, row: Row, { decimal }: Marks): string {
  switch (column.kind) {
    case 'text': return textCell(column.value(row));
    case 'time': return column.value(row)?.toISOString() ?? '';
    case 'number': return String(column.value(row)).replace('.', decimal);
    case 'piastres': return poundsFromPiastres(column.value(row)).toFixed(2).replace('.', decimal);
  }
}

/**
 * Marks as text what a spreadsheet would take for a formula: at the beginning, and behind what splits the cell in a
 * spreadsheet that expects another separator.
 */
export function textCell(text: string): string {
  const safe = text.replaceAll(/(^|[,;\t\r\n"])(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
