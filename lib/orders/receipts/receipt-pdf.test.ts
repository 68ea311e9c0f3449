import { writeFileSync } from 'node:fs';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inEachLanguage } from '@/lib/language';
import type { Receipt } from './find-receipt';
import { fontCoverage, visualRuns } from './pdf-text';
import { createReceiptPdf } from './receipt-pdf';

const seller = {
  taxNumber: '100200300',
  name: 'شركة ميدان للتعليم (ش.م.م)',
  address: { governorate: 'القاهرة', city: 'مدينة نصر', street: 'شارع عباس العقاد', building: '12' },
  branchCode: '0',
  activityCode: '8549',
  deviceSerial: 'site',
};
const tax = { seller, buyer: { taxNumber: '123456789', name: 'منى عادل' }, uuid: '9f'.repeat(32), taxPercent: 14 };
const text = {
  ...inEachLanguage(() => 'Next.js from zero (6 lessons)'),
  ar: 'كورس Next.js من الصفر: 6 دروس (ملكك مدى الحياة)',
  de: 'Next.js von Grund auf – für Einsteiger',
};
const items: Receipt['items'] = [{ text, quantity: 1, listPiastres: 129900, totalPiastres: 99900 }];
const receipt: Receipt = {
  orderId: 'o',
  label: 'T-000042',
  tax,
  buyer: { name: 'منى عادل', email: 'mona@example.com' },
  items,
  coupon: { code: 'SAVE30' },
  discountPiastres: 30000,
  taxPiastres: 12268,
  amountPiastres: 99900,
  currency: 'EGP',
  method: 'card',
  chargeId: '900001',
  paidAt: new Date('2026-11-22T10:00:00Z'),
  creditNotes: [
    { label: 'CN-000007', amountPiastres: 20000, taxPiastres: 2456, at: new Date('2026-11-23T10:00:00Z'), tax, items },
  ],
};

interface Page {
  text: string;
  fonts: Set<string>;
  lowest: number;
}

async function read(bytes: Buffer): Promise<Page[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false }).promise;
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      const texts = items.flatMap((item) => ('str' in item ? [item] : []));
      return {
        text: texts
          .map(({ str }) => str)
          .join(' ')
          .normalize('NFKC')
          .replace(/\s+/g, ' '),
        fonts: new Set(texts.map(({ fontName }) => fontName)),
        lowest: Math.min(...texts.map(({ transform }) => Number(transform[5]))),
      };
    }),
  );
}

/** Counts characters that no font has. They are drawn as glyph 0, a box. */
async function countMissingGlyphs(bytes: Buffer): Promise<number> {
  const document = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const shown = fnArray.flatMap((operation, index) =>
    operation === OPS.showText ? (argsArray[index] as [Array<{ originalCharCode?: number } | number>])[0] : [],
  );
  return shown.filter((glyph) => typeof glyph === 'object' && glyph.originalCharCode === 0).length;
}

let bytes: Buffer;
beforeAll(async () => {
  bytes = await createReceiptPdf(receipt, 'en');
  if (process.env.PDF_FILE) writeFileSync(process.env.PDF_FILE, bytes);
});

describe('the receipt as PDF', () => {
  it('its Arabic text can be extracted, beside the text in the reader’s language [N12]', async () => {
    const [first, second, ...others] = await read(bytes);
    expect(others).toEqual([]);
    for (const text of [
      'إيصال ضريبي',
      'Tax receipt',
      'T-000042',
      'منى عادل',
      '123456789',
      'شركة ميدان للتعليم',
      'كورس',
      'من الصفر',
      'Next.js from zero (6 lessons)',
      '999 L.E',
      'جنيه',
      'SAVE30',
      '22-11-2026',
    ]) {
      expect(first?.text).toContain(text);
    }
    for (const text of ['إشعار دائن', 'Credit note', 'CN-000007', 'T-000042', '200 L.E'])
      expect(second?.text).toContain(text);
  });

  it('embeds its fonts, so that it looks the same everywhere [N12]', () => {
    const source = bytes.toString('latin1');
    expect(source.match(/\/FontFile[23]? /g)?.length).toBeGreaterThanOrEqual(2);
    expect(source).not.toMatch(/Helvetica|Times-Roman/);
    expect(source).toMatch(/ReadexPro/);
  });

  it('German letters and long names fit [N12]', async () => {
    const long = {
      ...receipt,
      buyer: { name: `Jörg ${'Müßiggänger'.repeat(12)}`, email: 'j@x.example' },
      tax: null,
      creditNotes: [],
    };
    const [page, ...others] = await read(await createReceiptPdf(long, 'de'));
    expect(others).toEqual([]);
    expect(page?.text).toContain('Next.js von Grund auf – für Einsteiger');
    expect(page?.text).toContain('Jörg');
  });

  it('the font has glyphs for vowel marks, Arabic punctuation and digits [N12]', async () => {
    const name = 'مُحَمَّدٌ، أَهْلًا؟ ٢٠٢٦';
    const items = [{ ...receipt.items[0]!, text: inEachLanguage(() => name) }];
    const bytes = await createReceiptPdf(
      { ...receipt, buyer: { name, email: 'm@x.example' }, tax: null, items, creditNotes: [] },
      'en',
    );
    const [page] = await read(bytes);
    for (const word of ['٢٠٢٦', '؟', '،']) expect(page?.text).toContain(word);
    expect(page?.text).not.toContain('\u0000');
    expect(await countMissingGlyphs(bytes)).toBe(0);
  });

  const createPdfFor = (name: string) =>
    createReceiptPdf({ ...receipt, buyer: { name, email: 'm@x.example' }, tax: null, creditNotes: [] }, 'en');

  it.each(['چورچ پيتر گرگس', 'Иван Петров', 'Γιώργος Παπαδόπουλος', 'דוד כהן', 'Łukasz Gülşen'])(
    'draws a name in letters that the site’s font lacks: %s [N12]',
    async (name) => {
      const bytes = await createPdfFor(name);
      expect((await read(bytes))[0]?.text.replaceAll(' ', '')).toContain(name.normalize('NFKC').replaceAll(' ', ''));
      expect(await countMissingGlyphs(bytes)).toBe(0);
    },
  );

  it.each(Object.keys(fontCoverage) as Array<keyof typeof fontCoverage>)(
    'the font file for %s contains every letter that it is used for [N12]',
    async (script) => {
      const letters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
        (char) => fontCoverage[script].test(char) && !/[\p{Mark}\p{Surrogate}]/u.test(char),
      );
      expect(letters.length).toBeGreaterThan(60);
      expect(await countMissingGlyphs(await createPdfFor(letters.join(script === 'arabic' ? ' ' : '')))).toBe(0);
    },
  );
});

const buildItems = (count: number): Receipt['items'] =>
  Array.from({ length: count }, (_, index) => ({
    text: {
      ...inEachLanguage(() => `Course ${index + 1} of the bundle`),
      ar: `كورس رقم ${index + 1} من الحزمة`,
      de: `Kurs ${index + 1}`,
    },
    quantity: 1,
    listPiastres: 1000,
    totalPiastres: 1000,
  }));

describe('a receipt longer than a page', () => {
  const long = {
    ...receipt,
    items: buildItems(30),
    creditNotes: [{ ...receipt.creditNotes[0]!, items: buildItems(30) }],
  };

  it('continues under the same header, and each page states its number and the page count [N12]', async () => {
    const pages = await read(await createReceiptPdf(long, 'en'));
    const [receipts, notes] = [
      pages.filter(({ text }) => text.includes('Tax receipt')),
      pages.filter(({ text }) => text.includes('Credit note')),
    ];
    for (const [sheets, number, total] of [
      [receipts, 'T-000042', '999 L.E'],
      [notes, 'CN-000007', '200 L.E'],
    ] as const) {
      expect(sheets.length).toBeGreaterThan(1);
      sheets.forEach(({ text }, index) => expect(text).toContain(`${number} · ${index + 1} / ${sheets.length}`));
      expect(sheets.at(-1)?.text).toContain(total);
      const text = sheets.map((page) => page.text).join(' ');
      for (let at = 1; at <= 30; at += 1) expect(text).toContain(`Course ${at} of the bundle`);
    }
    expect(receipts.length + notes.length).toBe(pages.length);
    for (const { lowest } of pages) expect(lowest).toBeGreaterThan(30);
  });

  it('keeps sums and total on one page, and each item with its amount, however many items there are [N12]', async () => {
    for (const count of [2, 3, 4, 8]) {
      const pages = await read(await createReceiptPdf({ ...receipt, items: buildItems(count), creditNotes: [] }, 'en'));
      const [sums, ...others] = pages.filter(({ text }) =>
        ['SAVE30', 'Net amount', 'UUID', 'Total'].some((word) => text.includes(word)),
      );
      expect(others).toEqual([]);
      for (const text of ['SAVE30', '999 L.E']) expect(sums?.text).toContain(text);
      for (const { text } of pages)
        expect(text.match(/of the bundle/g)?.length ?? 0).toBe(text.match(/ 10 L\.E/g)?.length ?? 0);
    }
  });
});

describe('the order of text runs', () => {
  const readVisualOrder = (line: string, direction: 'rtl' | 'ltr' = 'rtl') =>
    visualRuns(line, direction)
      .map(({ text }) => text.trim())
      .filter(Boolean);
  it('Arabic starts at the right; numbers and Latin words inside it keep their order [N12]', () => {
    expect(readVisualOrder('كورس Next.js من 2026')).toEqual(['2026', 'من', 'Next.js', 'كورس']);
    expect(readVisualOrder('Order طلب رقم 7 done', 'ltr')).toEqual(['Order', '7', 'طلب رقم', 'done']);
  });
  it('marks stay with their letter; Arabic punctuation and digits use the Arabic font [N12]', () => {
    expect(visualRuns('مُنى، كيف؟', 'rtl')).toEqual([{ text: 'مُنى، كيف؟', face: 'arabic' }]);
    expect(visualRuns('Jose\u0301', 'ltr')).toEqual([{ text: 'José', face: 'latin' }]);
    // `visualRuns` reverses Arabic digits, because the font shaper reverses them again.
    expect(visualRuns('عام ٢٠٢٦', 'rtl')).toEqual([
      { text: '٦٢٠٢', face: 'arabic' },
      { text: 'عام ', face: 'arabic' },
    ]);
  });
  it('sets a phrase with a letter that the font lacks in one font, so that its letters join [N12]', () => {
    expect(visualRuns('چورچ حنا', 'rtl')).toEqual([{ text: 'چورچ حنا', face: 'fallback' }]);
    expect(visualRuns('منى Иван', 'rtl')).toEqual([
      { text: 'Иван', face: 'fallback' },
      { text: 'منى ', face: 'arabic' },
    ]);
  });
  it('treats a surrogate pair as one character, and does not draw direction marks [N12]', () => {
    expect(visualRuns('أ😀ب', 'rtl').map(({ text }) => text)).toEqual(['ب', '😀', 'أ']);
    expect(visualRuns('\u200fمنى\u200e', 'rtl')).toEqual([{ text: 'منى', face: 'arabic' }]);
  });
  it('mirrors brackets in Arabic [N12]', () => {
    expect(
      visualRuns('دورة (أولى)', 'rtl')
        .map(({ text }) => text)
        .join(''),
    ).toContain('(');
    expect(readVisualOrder('(أولى)')).toEqual(['(', 'أولى', ')']);
  });
});
