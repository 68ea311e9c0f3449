import { formatDate } from '@/lib/i18n/formats';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, internationalLanguage, type Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { CreditNote, Receipt, TaxDetails } from './find-receipt';

/** Text in Arabic and the other language, or the same text for both: numbers, names, dates. */
export type SheetText = { readonly right: string; readonly left: string } | { readonly plain: readonly string[] };
export interface SheetRow {
  readonly label: { readonly right: string; readonly left: string };
  readonly value: SheetText;
  /** Must not be the last row on a page. */
  readonly keepWithNext?: boolean;
}

export interface Sheet {
  readonly number: string;
  readonly kind: 'receipt' | 'creditNote';
  readonly title: { readonly right: string; readonly left: string };
  readonly rows: readonly SheetRow[];
  readonly total: SheetRow;
}

/** The language on the left; Arabic is on the right, as on Egyptian invoices. */
export const otherLanguageOf = (lang: Language): Language => (lang === defaultLanguage ? internationalLanguage : lang);

/** Name and address as registered with the tax authority, in the language of the registration. */
export function sellerLines({ name, address }: TaxDetails['seller']): [string, string] {
  const { governorate, city, street, building } = address;
  const comma = /\p{Script=Arabic}/u.test(governorate) ? '، ' : ', ';
  return [name, [`${building} ${street}`, city, governorate].join(comma)];
}

export const readSheetAddress = async (lang: Language): Promise<{ right: string; left: string }> =>
  (await readSheetTexts(otherLanguageOf(lang))).both('sheet_address');

export async function buildSheets(receipt: Receipt, lang: Language): Promise<Sheet[]> {
  const texts = await readSheetTexts(otherLanguageOf(lang));
  return [buildSheet(receipt, null, texts), ...receipt.creditNotes.map((note) => buildSheet(receipt, note, texts))];
}

interface SheetTexts {
  other: Language;
  both(key: string): { right: string; left: string };
  money(piastres: number): SheetText;
}

async function readSheetTexts(other: Language): Promise<SheetTexts> {
  const [right, left] = await Promise.all([loadTranslator(defaultLanguage), loadTranslator(other)]);
  return {
    other,
    both: (key) => ({ right: right(`payment.${key}`), left: left(`payment.${key}`) }),
    money: (piastres) => ({ right: formatMoney(piastres, defaultLanguage), left: formatMoney(piastres, other) }),
  };
}

function buildSheet(receipt: Receipt, note: CreditNote | null, texts: SheetTexts): Sheet {
  const { both, money } = texts;
  const tax = note ? note.tax : receipt.tax;
  const title = note ? 'sheet_credit_note' : tax ? 'sheet_tax_receipt' : 'sheet_receipt';
  const number = note ? note.label : receipt.label;
  const rows: Array<[string, SheetText]> = [
    ['sheet_number', plainText(number)],
    ['sheet_date', plainText(formatDate(note ? note.at : receipt.paidAt))],
    ...(note ? [['sheet_for', plainText(receipt.label)] as [string, SheetText]] : []),
    ...(tax ? [['sheet_seller_tax_number', plainText(tax.seller.taxNumber)] as [string, SheetText]] : []),
    ...buyerRows(receipt, tax),
    ...itemRows(note ?? receipt, texts),
    ['sheet_method', receipt.method ? both(`sheet_${receipt.method}`) : plainText('–')],
    ['sheet_transaction', plainText(receipt.chargeId ?? '–')],
    ...(note ? [] : reductionRows(receipt, money)),
    ...taxRows(note ?? receipt, tax, money),
    ...(tax ? [['sheet_uuid', plainText(tax.uuid)] as [string, SheetText]] : []),
  ];
  return {
    number,
    kind: note ? 'creditNote' : 'receipt',
    title: both(title),
    rows: rows.map(([key, value]) => ({ label: both(key), value, keepWithNext: keptWithNext.has(key) })),
    total: { label: both(note ? 'sheet_returned' : 'sheet_total'), value: money((note ?? receipt).amountPiastres) },
  };
}

const keptWithNext: ReadonlySet<string> = new Set([
  'sheet_item',
  'sheet_before',
  'sheet_coupon',
  'sheet_discount',
  'sheet_net',
  'sheet_tax_of',
  'sheet_tax',
  'sheet_uuid',
]);

const plainText = (...lines: string[]): SheetText => ({ plain: lines });

function buyerRows({ buyer }: Receipt, tax: Receipt['tax']): Array<[string, SheetText]> {
  const company = tax?.buyer;
  const name: [string, SheetText] = [
    'sheet_buyer',
    company ? plainText(company.name) : buyer ? plainText(buyer.name, buyer.email) : plainText('–'),
  ];
  return company ? [name, ['sheet_buyer_tax_number', plainText(company.taxNumber)]] : [name];
}

function itemRows({ items }: Pick<Receipt, 'items'>, { other, money }: SheetTexts): Array<[string, SheetText]> {
  const several = items.length > 1 || items.some(({ quantity }) => quantity > 1);
  return items.flatMap(({ text, quantity, totalPiastres }): Array<[string, SheetText]> => {
    const times = quantity > 1 ? ` × ${quantity}` : '';
    const item: [string, SheetText] = [
      'sheet_item',
      { right: `${text[defaultLanguage]}${times}`, left: `${text[other]}${times}` },
    ];
    return several ? [item, ['total_label', money(totalPiastres)]] : [item];
  });
}

function reductionRows(
  { coupon, amountPiastres, discountPiastres }: Receipt,
  money: SheetTexts['money'],
): Array<[string, SheetText]> {
  if (!coupon) return [];
  return [
    ['sheet_before', money(amountPiastres + discountPiastres)],
    ['sheet_coupon', plainText(coupon.code)],
    ['sheet_discount', money(discountPiastres)],
  ];
}

function taxRows(
  { amountPiastres, taxPiastres }: { amountPiastres: number; taxPiastres: number },
  tax: Receipt['tax'],
  money: SheetTexts['money'],
): Array<[string, SheetText]> {
  if (tax)
    return [
      ['sheet_net', money(amountPiastres - taxPiastres)],
      ['sheet_tax_of', money(taxPiastres)],
    ];
  return taxPiastres > 0 ? [['sheet_tax', money(taxPiastres)]] : [];
}
