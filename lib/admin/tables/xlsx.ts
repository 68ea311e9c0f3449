import { Zip, ZipDeflate } from 'fflate';
import { cairoTimeOf } from '@/lib/clock';
import { directionOf, type Language } from '@/lib/language';
import { poundsFromPiastres } from '@/lib/money';
import { wellFormed } from '@/lib/text/well-formed';
import { truncate } from '@/lib/truncate';
import type { Column, Table } from './table';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Excel shows 1,048,576 rows of a sheet; what is more goes on in the next one. */
const mostRows = 1_000_000;
/** Characters of a cell, beyond which Excel calls the file damaged. */
const mostCharacters = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Positions in `cellXfs`. Format 4 is `#,##0.00` and 22 date and time, both as the spreadsheet's language writes them; 49 is text. */
const style = { piastres: 1, time: 2, text: 3, heading: 4 } as const;
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>`
  + '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>'
  + '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>';

/**
 * The table as a workbook (decision 178): numbers, times and texts are stored as such, so no spreadsheet of any language reads `1E5` as a
 * number or a text as a formula. Times are Cairo's.
 * @param lang decides the direction of the sheet
 */
export async function* xlsxOf<Row>(table: Table<Row>, lang: Language, rowsOnSheet = mostRows): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let made: Array<Uint8Array<ArrayBuffer>> = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    made.push(data as Uint8Array<ArrayBuffer>);
  });
  const write = (file: ZipDeflate, text: string, isLast = false): void => file.push(new TextEncoder().encode(text), isLast);
  const begin = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name);
    zip.add(file);
    return file;
  };
  let sheets = 0;
  const beginSheet = (): ZipDeflate => {
    sheets += 1;
    const file = begin(`xl/worksheets/sheet${sheets}.xml`);
    write(file, sheetHead(table.columns, lang));
    return file;
  };
  let sheet = beginSheet();
  let rowsLeft = rowsOnSheet;
  for await (const rows of table.batches) {
    let text = '';
    for (const row of rows) {
      if (rowsLeft === 0) {
        write(sheet, text + sheetEnd, true);
        [sheet, rowsLeft, text] = [beginSheet(), rowsOnSheet, ''];
      }
      text += `<row>${table.columns.map((column) => cellOf(column, row)).join('')}</row>`;
      rowsLeft -= 1;
    }
    write(sheet, text);
    yield* made;
    made = [];
  }
  write(sheet, sheetEnd, true);
  for (const [name, text] of Object.entries(partsOf(sheets))) write(begin(name), text, true);
  zip.end();
  yield* made;
}

const sheetEnd = '</sheetData></worksheet>';

function sheetHead<Row>(columns: ReadonlyArray<Column<Row>>, lang: Language): string {
  const direction = directionOf(lang) === 'rtl' ? ' rightToLeft="1"' : '';
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${direction}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
    + `<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData><row>${columns.map(({ name }) => textCell(name, style.heading)).join('')}</row>`;
}

function cellOf<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'text': return textCell(column.value(row), style.text);
    case 'number': return `<c><v>${column.value(row)}</v></c>`;
    case 'piastres': return `<c s="${style.piastres}"><v>${poundsFromPiastres(column.value(row))}</v></c>`;
    case 'time': {
      const time = column.value(row);
      return time === null ? '<c/>' : `<c s="${style.time}"><v>${daysOf(time)}</v></c>`;
    }
  }
}

/** Days since 30 December 1899, as spreadsheets count. */
const daysOf = (time: Date): number => (Date.parse(`${cairoTimeOf(time)}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `_x0041_` would be read as A; what XML cannot hold is left out. */
function textCell(text: string, at: number): string {
  if (text === '') return '<c/>';
  const plain = truncate(wellFormed(text).replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''), mostCharacters);
  const escaped = plain.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replaceAll(/[&<>]/g, (mark) => entities[mark]!);
  return `<c t="inlineStr" s="${at}"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

function partsOf(sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (id: string, kind: string, target: string): string => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  return {
    'xl/styles.xml': styles,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbers.map((at) => `<sheet name="${at}" sheetId="${at}" r:id="s${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships">${numbers.map((at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships">${relation('book', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`
      + `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>`
      + `${numbers.map((at) => `<Override PartName="/xl/worksheets/sheet${at}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  };
}
