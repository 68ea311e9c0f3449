import { writeFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Receipt } from './find-receipt';
import { visualRuns } from './pdf-text';
import { receiptPdf } from './receipt-pdf';

const seller = {
  taxNumber: '100200300', name: 'شركة ميدان للتعليم (ش.م.م)', address: { governorate: 'القاهرة', city: 'مدينة نصر', street: 'شارع عباس العقاد', building: '12' },
  branchCode: '0', activityCode: '8549', deviceSerial: 'site',
};
const tax = { seller, buyer: { taxNumber: '123456789', name: 'منى عادل' }, uuid: '9f'.repeat(32), taxPercent: 14 };
const items: Receipt['items'] = [{ text: { ar: 'كورس Next.js من الصفر: 6 دروس (ملكك مدى الحياة)', en: 'Next.js from zero (6 lessons)', de: 'Next.js von Grund auf – für Einsteiger' }, quantity: 1, listPiastres: 129900, totalPiastres: 99900 }];
const receipt: Receipt = {
  orderId: 'o', label: 'T-000042', tax, buyer: { name: 'منى عادل', email: 'mona@example.com' },
  items,
  coupon: { code: 'SAVE30' }, discountPiastres: 30000, taxPiastres: 12268, amountPiastres: 99900, currency: 'EGP', method: 'card', chargeId: '900001',
  paidAt: new Date('2026-11-22T10:00:00Z'),
  creditNotes: [{ label: 'CN-000007', amountPiastres: 20000, taxPiastres: 2456, at: new Date('2026-11-23T10:00:00Z'), tax, items }],
};

interface Page { text: string; fonts: Set<string> }

/** What a reader's search finds: letters in their logical order, whatever the form they are drawn in. */
async function read(bytes: Buffer): Promise<Page[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise;
  return Promise.all(Array.from({ length: document.numPages }, async (_, at) => {
    const { items } = await (await document.getPage(at + 1)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item ? [item] : []));
    return { text: texts.map(({ str }) => str).join(' ').normalize('NFKC').replace(/\s+/g, ' '), fonts: new Set(texts.map(({ fontName }) => fontName)) };
  }));
}

let bytes: Buffer;
beforeAll(async () => {
  bytes = await receiptPdf(receipt, 'en');
  if (process.env.PDF_FILE) writeFileSync(process.env.PDF_FILE, bytes);
});

describe('the receipt as PDF', () => {
  it('N12 its Arabic can be read back, beside the reader’s language', async () => {
    const [first, second, ...others] = await read(bytes);
    expect(others).toEqual([]);
    for (const text of ['إيصال ضريبي', 'Tax receipt', 'T-000042', 'منى عادل', '123456789', 'شركة ميدان للتعليم', 'كورس', 'من الصفر', 'Next.js from zero (6 lessons)', '999 L.E', 'جنيه', 'SAVE30', '22-11-2026']) {
      expect(first?.text).toContain(text);
    }
    for (const text of ['إشعار دائن', 'Credit note', 'CN-000007', 'T-000042', '200 L.E']) expect(second?.text).toContain(text);
  });

  it('N12 its letters are embedded, so that it looks the same everywhere', () => {
    const source = bytes.toString('latin1');
    expect(source.match(/\/FontFile[23]? /g)?.length).toBeGreaterThanOrEqual(2);
    expect(source).not.toMatch(/Helvetica|Times-Roman/);
    expect(source).toMatch(/ReadexPro/);
  });

  it('N12 German letters and long names fit', async () => {
    const long = { ...receipt, buyer: { name: `Jörg ${'Müßiggänger'.repeat(12)}`, email: 'j@x.example' }, tax: null, creditNotes: [] };
    const [page, ...others] = await read(await receiptPdf(long, 'de'));
    expect(others).toEqual([]);
    expect(page?.text).toContain('Next.js von Grund auf – für Einsteiger');
    expect(page?.text).toContain('Jörg');
  });
});

describe('the order of runs', () => {
  const order = (line: string, direction: 'rtl' | 'ltr' = 'rtl') => visualRuns(line, direction).map(({ text }) => text.trim()).filter(Boolean);
  it('N12 Arabic begins at the right; numbers and Latin words inside it keep their order', () => {
    expect(order('كورس Next.js من 2026')).toEqual(['2026', 'من', 'Next.js', 'كورس']);
    expect(order('Order طلب رقم 7 done', 'ltr')).toEqual(['Order', '7', 'طلب رقم', 'done']);
  });
  it('N12 brackets in Arabic are mirrored', () => {
    expect(visualRuns('دورة (أولى)', 'rtl').map(({ text }) => text).join('')).toContain('(');
    expect(order('(أولى)')).toEqual(['(', 'أولى', ')']);
  });
});
