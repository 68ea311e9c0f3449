import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type Column, csvTextCell, streamCsv, streamXlsx, type Table } from '@/lib/admin/tables';
import { type Language, languages } from '@/lib/language';

interface Row {
  code: string;
  piastres: number;
  count: number;
  at: Date | null;
}
const columns: ReadonlyArray<Column<Row>> = [
  { name: 'code', kind: 'text', value: ({ code }) => code },
  { name: 'amount', kind: 'piastres', value: ({ piastres }) => piastres },
  { name: 'count', kind: 'number', value: ({ count }) => count },
  { name: 'at', kind: 'time', value: ({ at }) => at },
];
const noon = new Date('2026-11-21T10:00:00Z');
const buildRow = (code: string, piastres = 129_950, count = 14.5, at: Date | null = noon): Row => ({
  code,
  piastres,
  count,
  at,
});

async function* yieldBatches(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}
const buildTable = (...batches: Row[][]): Table<Row> => ({ columns, batches: yieldBatches(...batches) });

async function writeCsv(rows: Row[], lang?: Language): Promise<string> {
  let text = '';
  for await (const part of streamCsv(buildTable(rows), lang)) text += part;
  return text;
}

async function writeWorkbook(
  batches: Row[][],
  lang: Language = 'de',
  rowsOnSheet?: number,
): Promise<Record<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const part of streamXlsx(buildTable(...batches), lang, rowsOnSheet)) parts.push(part);
  return Object.fromEntries(
    Object.entries(unzipSync(Buffer.concat(parts))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}
const writeSheet = async (...rows: Row[]): Promise<string> =>
  (await writeWorkbook([rows]))['xl/worksheets/sheet1.xml']!;

it('writes CSV with the language’s separator and decimal mark, comma and point by default [N26]', async () => {
  expect(await writeCsv([buildRow('EID', -50)], 'de')).toBe(
    '\uFEFFcode;amount;count;at\r\nEID;-0,50;14,5;2026-11-21T10:00:00.000Z\r\n',
  );
  for (const lang of ['ar', 'en', undefined] as const)
    expect(await writeCsv([buildRow('EID', 150_000)], lang)).toBe(
      '\uFEFFcode,amount,count,at\r\nEID,1500.00,14.5,2026-11-21T10:00:00.000Z\r\n',
    );
});

it('keeps CSV texts from becoming formulas, even where a spreadsheet expects another separator [N26]', () => {
  expect(['=1+1', '+20100', '-1', '@SUM(A1)', '\t=1', '＝1+1'].map(csvTextCell)).toEqual([
    "'=1+1",
    "'+20100",
    "'-1",
    "'@SUM(A1)",
    '"\t\'=1"',
    "'＝1+1",
  ]);
  expect(['Ali;=1+1;', 'a,@b', 'a "b", c', 'one\r\ntwo'].map(csvTextCell)).toEqual([
    '"Ali;\'=1+1;"',
    '"a,\'@b"',
    '"a ""b"", c"',
    '"one\r\ntwo"',
  ]);
  expect(['mona@midan.example', 'a=b', 'well-known'].map(csvTextCell)).toEqual([
    'mona@midan.example',
    'a=b',
    'well-known',
  ]);
});

it('stores codes, tax numbers and long ids in a workbook as text, and amounts as numbers [N26]', async () => {
  for (const code of [
    '1E5',
    '0012',
    'MAR1',
    '12/11',
    '123456789012345678',
    '012345678',
    'TRUE',
    '50%',
    '=1+1',
    "'quoted",
    ' spaced ',
  ]) {
    expect(await writeSheet(buildRow(code))).toContain(
      `<row><c t="inlineStr" s="3"><is><t xml:space="preserve">${code}</t></is></c><c s="1"><v>1299.5</v></c><c><v>14.5</v></c>`,
    );
  }
  expect(await writeSheet(buildRow('', -50, 1, null))).toContain(
    '<row><c/><c s="1"><v>-0.5</v></c><c><v>1</v></c><c/></row>',
  );
});

it('writes no formula and no broken XML into a workbook, whatever the text [N26]', async () => {
  const sheet = await writeSheet(
    buildRow('<f>1+1</f> & "\u0000\u000B\uFFFF'),
    buildRow('_x0041_'),
    buildRow('a\ud800'),
    buildRow('ل'.repeat(40_000)),
  );
  expect(sheet).toContain('&lt;f&gt;1+1&lt;/f&gt; &amp; "</t>');
  expect(sheet).toContain('_x005F_x0041_');
  expect(sheet).toContain('a\uFFFD</t>');
  expect(/ل+/.exec(sheet)?.[0]).toHaveLength(32_767);
  expect(sheet).not.toContain('<f>');
});

it('writes Cairo time into a workbook, in summer and winter [N26]', async () => {
  const readDays = async (at: string) =>
    Number(/s="2"><v>([\d.]+)/.exec(await writeSheet(buildRow('a', 1, 1, new Date(at))))?.[1]);
  expect(await readDays('2026-11-21T10:00:00Z')).toBe(46_347.5);
  expect(await readDays('2026-07-01T09:00:00Z')).toBe(46_204.5);
});

it('continues on another sheet when one is full, and loses no row [N26]', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => buildRow(`c${index}`));
  const book = await writeWorkbook([rows.slice(0, 4), rows.slice(4)], 'en', 3);
  const sheets = [1, 2, 3].map((at) => book[`xl/worksheets/sheet${at}.xml`]!.match(/(?<=preserve">)c\d/g));
  expect(sheets).toEqual([['c0', 'c1', 'c2'], ['c3', 'c4', 'c5'], ['c6']]);
  expect(book['xl/workbook.xml']!.match(/<sheet /g)).toHaveLength(3);
  expect(book['[Content_Types].xml']!.match(/worksheet\+xml/g)).toHaveLength(3);
});

it('lays sheets out from right to left in Arabic [N26]', async () => {
  const heads = await Promise.all(
    languages.map(async (lang) =>
      (await writeWorkbook([[]], lang))['xl/worksheets/sheet1.xml']!.includes('rightToLeft="1"'),
    ),
  );
  expect(Object.fromEntries(languages.map((lang, index) => [lang, heads[index]]))).toEqual({
    ar: true,
    en: false,
    de: false,
  });
});
