import 'server-only';
import PDFDocument from 'pdfkit';
import { readSiteConfig } from '@/lib/content/read';
import { defaultLanguage, directionOf, type Language } from '@/lib/language';
import type { Receipt } from './find-receipt';
import { fontName, readFonts, visualRuns, type Weight } from './pdf-text';
import { otherLanguageOf, sellerLines, sheetsOf, type Sheet, type SheetRow, type SheetText } from './receipt-sheet';

type Document = InstanceType<typeof PDFDocument>;
type Direction = 'rtl' | 'ltr';
interface Style { size: number; weight: Weight; direction: Direction; align: 'start' | 'centre' | 'end' }
interface Box { x: number; y: number; width: number }

const margin = 56;
const ink = '#1b1b1b';
const soft = '#5c5c5c';
const rule = '#c9c9c9';
const features: [] = [];
const lineHeight = 1.55;

/** Row N12: receipt and credit notes as a document, a page each, with embedded letters that can be searched and copied. */
export async function receiptPdf(receipt: Receipt, lang: Language): Promise<Buffer> {
  const [sheets, fonts, site] = await Promise.all([sheetsOf(receipt, lang), readFonts(), readSiteConfig()]);
  const other = otherLanguageOf(lang);
  const names = { right: site?.productNames[defaultLanguage] ?? '', left: site?.productNames[other] ?? '' };
  const info = { Title: `${sheets[0]?.title.left ?? ''} ${receipt.label}`, Author: receipt.tax?.seller.name ?? names.left, CreationDate: receipt.paidAt };
  const document = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info, font: fonts.get('latin-400') as unknown as string, lang: defaultLanguage });
  for (const [name, bytes] of fonts) document.registerFont(name, bytes);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  for (const sheet of sheets) drawSheet(document.addPage(), sheet, { names, receipt, leftDirection: directionOf(other) });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

interface Around { names: { right: string; left: string }; receipt: Receipt; leftDirection: Direction }

function drawSheet(document: Document, sheet: Sheet, around: Around): void {
  const width = document.page.width - 2 * margin;
  let y = drawHead(document, sheet, around, width);
  for (const row of sheet.rows) y = drawRow(document, row, { x: margin, y, width }, { size: 10, weight: 400 }, around.leftDirection);
  drawRow(document, sheet.total, { x: margin, y: y + 8, width }, { size: 13, weight: 600 }, around.leftDirection);
}

function drawHead(document: Document, { title }: Sheet, { names, receipt, leftDirection }: Around, width: number): number {
  const half = width / 2;
  const pair = (texts: { right: string; left: string }, y: number, size: number, weight: Weight) => Math.max(
    drawText(document, texts.left, { x: margin, y, width: half }, { size, weight, direction: leftDirection, align: 'start' }),
    drawText(document, texts.right, { x: margin + half, y, width: half }, { size, weight, direction: 'rtl', align: 'start' }),
  );
  document.fillColor(ink);
  let y = pair(title, margin, 20, 600) + 6;
  document.fillColor(soft);
  y = pair(names, y, 11, 400);
  const seller = receipt.tax?.seller;
  if (seller) {
    const line = (text: string) => drawText(document, text, { x: margin, y, width }, { size: 10, weight: 400, direction: /\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr', align: 'centre' });
    for (const text of sellerLines(seller)) y = line(text);
  }
  document.fillColor(ink).moveTo(margin, y + 8).lineTo(margin + width, y + 8).lineWidth(1.5).stroke(ink);
  return y + 20;
}

/** The value between its two labels. @returns where the next row begins */
function drawRow(document: Document, { label, value }: SheetRow, { x, y, width }: Box, { size, weight }: Pick<Style, 'size' | 'weight'>, leftDirection: Direction): number {
  const side = width * 0.24;
  const labels = { size: size - 1, weight };
  document.fillColor(soft);
  const left = drawText(document, label.left, { x, y, width: side }, { ...labels, direction: leftDirection, align: 'start' });
  const right = drawText(document, label.right, { x: x + width - side, y, width: side }, { ...labels, direction: 'rtl', align: 'start' });
  document.fillColor(ink);
  const centre = { x: x + side + 8, width: width - 2 * side - 16 };
  let below = y;
  for (const { text, direction } of linesOf(value, leftDirection)) below = drawText(document, text, { ...centre, y: below }, { size, weight, direction, align: 'centre' });
  const end = Math.max(left, right, below) + 5;
  document.moveTo(x, end).lineTo(x + width, end).lineWidth(0.5).stroke(rule);
  return end + 7;
}

function linesOf(value: SheetText, leftDirection: Direction): Array<{ text: string; direction: Direction }> {
  if ('plain' in value) return value.plain.map((text) => ({ text, direction: /\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr' }));
  const right = { text: value.right, direction: 'rtl' as const };
  return value.left === value.right ? [right] : [right, { text: value.left, direction: leftDirection }];
}

/** Breaks at spaces, and inside what is too long for a line. @returns where the next line begins */
function drawText(document: Document, text: string, { x, y, width }: Box, style: Style): number {
  let at = y;
  for (const line of brokenLines(document, text, width, style)) {
    const runs = visualRuns(line, style.direction).map((run) => ({ ...run, width: widthOf(document, run, style) }));
    const free = width - runs.reduce((sum, run) => sum + run.width, 0);
    const atRight = style.direction === 'rtl' ? style.align === 'start' : style.align === 'end';
    let left = x + (style.align === 'centre' ? free / 2 : atRight ? free : 0);
    for (const run of runs) {
      document.font(fontName(run.script, style.weight)).fontSize(style.size).text(run.text, left, at, { lineBreak: false, features });
      left += run.width;
    }
    at += style.size * lineHeight;
  }
  return at;
}

const widthOf = (document: Document, { text, script }: { text: string; script: 'arabic' | 'latin' | 'latin-ext' }, { size, weight }: Style): number =>
  document.font(fontName(script, weight)).fontSize(size).widthOfString(text, { features });

function brokenLines(document: Document, text: string, width: number, style: Style): string[] {
  const fits = (line: string) => visualRuns(line, style.direction).reduce((sum, run) => sum + widthOf(document, run, style), 0) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) line = longer;
    else {
      if (line) lines.push(line);
      line = word;
      while (!fits(line)) {
        let length = line.length - 1;
        while (length > 1 && !fits(line.slice(0, length))) length -= 1;
        lines.push(line.slice(0, length));
        line = line.slice(length);
      }
    }
  }
  return [...lines, line];
}
