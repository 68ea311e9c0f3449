import { Zip, ZipDeflate } from 'fflate';
import { z } from 'zod';
import { cairoTimeOf } from '@/lib/clock';
import { toWellFormed } from '@/lib/json-file';
import { directionOf, type Language, languages, traitsOf } from '@/lib/language';
import { poundsFromPiastres } from '@/lib/money';
import { dropNonXmlCharacters, truncate } from '@/lib/text';

/** Columns have a type, so that spreadsheets do not have to guess it (decision 178). */
export type Column<Row> = { readonly name: string } & (
  | { readonly kind: 'text'; readonly value: (row: Row) => string }
  | { readonly kind: 'number'; readonly value: (row: Row) => number }
  | { readonly kind: 'piastres'; readonly value: (row: Row) => number }
  | { readonly kind: 'time'; readonly value: (row: Row) => Date | null }
);

export interface Table<Row> {
  readonly columns: ReadonlyArray<Column<Row>>;
  /** Batches of a few hundred rows: a whole table may not fit in memory. */
  readonly batches: AsyncIterable<Row[]>;
}

export const tableLanguage = { lang: z.enum(languages).optional() };

interface CsvMarks {
  readonly separator: string;
  readonly decimal: string;
}

function csvMarksOf(lang: Language | undefined): CsvMarks {
  const decimal = lang === undefined ? '.' : new Intl.NumberFormat(traitsOf(lang).numberLocale).format(1.5).charAt(1);
  return { decimal, separator: decimal === ',' ? ';' : ',' };
}

/** @param lang sets the separator and decimal mark. Omit it for programs, which expect a comma and a point. */
export async function* streamCsv<Row>({ columns, batches }: Table<Row>, lang?: Language): AsyncGenerator<string> {
  const marks = csvMarksOf(lang);
  const lineOf = (cells: readonly string[]): string => `${cells.join(marks.separator)}\r\n`;
  // Excel reads the file as UTF-8 only with this byte order mark.
  yield `\uFEFF${lineOf(columns.map(({ name }) => name))}`;
  for await (const rows of batches)
    yield rows.map((row) => lineOf(columns.map((column) => csvCell(column, row, marks)))).join('');
}

function csvCell<Row>(column: Column<Row>, row: Row, { decimal }: CsvMarks): string {
  switch (column.kind) {
    case 'text':
      return csvTextCell(column.value(row));
    case 'time':
      return column.value(row)?.toISOString() ?? '';
    case 'number':
      return String(column.value(row)).replace('.', decimal);
    case 'piastres':
      return poundsFromPiastres(column.value(row)).toFixed(2).replace('.', decimal);
  }
}

/** Stops spreadsheets from running a cell as a formula, even if they split it at another separator. */
export function csvTextCell(text: string): string {
  const safe = text.replaceAll(/(^|[,;\t\r\n"])(?=[=+\-@＝＋－＠])/g, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const maxRowsPerSheet = 1_000_000;
/** Excel reports the file as damaged if a cell has more characters. */
const maxCellCharacters = 32_767;

const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Positions in `cellXfs`. `numFmtId` 4 and 22 follow the language of the spreadsheet program; 49 is text. */
const style = { piastres: 1, time: 2, text: 3, heading: 4 } as const;
const styles =
  `${xmlDeclaration}<styleSheet xmlns="${spreadsheetNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>';

/** Stores typed cells (decision 178), so that the text `1E5` stays text. Times are in Cairo time. */
export async function* streamXlsx<Row>(
  table: Table<Row>,
  lang: Language,
  rowsOnSheet = maxRowsPerSheet,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunks: Array<Uint8Array<ArrayBuffer>> = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    chunks.push(data as Uint8Array<ArrayBuffer>);
  });
  const writeText = (file: ZipDeflate, text: string, isLast = false): void =>
    file.push(new TextEncoder().encode(text), isLast);
  const beginFile = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  let sheets = 0;
  const beginSheet = (): ZipDeflate => {
    sheets += 1;
    const file = beginFile(`xl/worksheets/sheet${sheets}.xml`);
    writeText(file, sheetHead(table.columns, lang));
    return file;
  };
  let sheet = beginSheet();
  let rowsLeft = rowsOnSheet;
  for await (const rows of table.batches) {
    let text = '';
    for (const row of rows) {
      if (rowsLeft === 0) {
        writeText(sheet, text + sheetEnd, true);
        [sheet, rowsLeft, text] = [beginSheet(), rowsOnSheet, ''];
      }
      text += `<row>${table.columns.map((column) => xlsxCell(column, row)).join('')}</row>`;
      rowsLeft -= 1;
    }
    writeText(sheet, text);
    yield* chunks;
    chunks = [];
  }
  writeText(sheet, sheetEnd, true);
  for (const [name, text] of Object.entries(workbookParts(sheets))) writeText(beginFile(name), text, true);
  zip.end();
  yield* chunks;
}

const sheetEnd = '</sheetData></worksheet>';

function sheetHead<Row>(columns: ReadonlyArray<Column<Row>>, lang: Language): string {
  const direction = directionOf(lang) === 'rtl' ? ' rightToLeft="1"' : '';
  return (
    `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}"><sheetViews><sheetView workbookViewId="0"${direction}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData><row>${columns.map(({ name }) => xlsxTextCell(name, style.heading)).join('')}</row>`
  );
}

function xlsxCell<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'text':
      return xlsxTextCell(column.value(row), style.text);
    case 'number':
      return `<c><v>${column.value(row)}</v></c>`;
    case 'piastres':
      return `<c s="${style.piastres}"><v>${poundsFromPiastres(column.value(row))}</v></c>`;
    case 'time': {
      const time = column.value(row);
      return time === null ? '<c/>' : `<c s="${style.time}"><v>${spreadsheetDays(time)}</v></c>`;
    }
  }
}

const spreadsheetDays = (time: Date): number =>
  (Date.parse(`${cairoTimeOf(time)}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Drops characters that XML cannot hold, and escapes `_x0041_`, which Excel would read as `A`. */
function xlsxTextCell(text: string, at: number): string {
  if (text === '') return '<c/>';
  const plain = truncate(dropNonXmlCharacters(toWellFormed(text)), maxCellCharacters);
  const escaped = plain.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replaceAll(/[&<>]/g, (mark) => entities[mark]!);
  return `<c t="inlineStr" s="${at}"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

function workbookParts(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationshipsNamespace}/${kind}" Target="${target}"/>`;
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipsNamespace}"><sheets>${numbers.map((at) => `<sheet name="${at}" sheetId="${at}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${numbers.map((at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${relation('book', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml':
      `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
      `${numbers.map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  };
}
