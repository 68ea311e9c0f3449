import 'server-only';
import { formatDate } from '@/lib/i18n/format-date';
import { translatorOf } from '@/lib/i18n/translator';
import { defaultLanguage, internationalLanguage, type Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { CreditNote, Receipt, TaxDetails } from './find-receipt';

/** A text in Arabic and in the other language, or the same in both: numbers, names, dates. */
export type SheetText = { readonly right: string; readonly left: string } | { readonly plain: readonly string[] };
export interface SheetRow {
  readonly label: { readonly right: string; readonly left: string };
  readonly value: SheetText;
  /** Not the last one on a page. */
  readonly staysWithNext?: boolean;
}

/** A receipt or a credit note as it is printed: what the page and the PDF both show. */
export interface Sheet {
  /** Its number as people read it. */
  readonly number: string;
  readonly kind: 'receipt' | 'creditNote';
  readonly title: { readonly right: string; readonly left: string };
  readonly rows: readonly SheetRow[];
  readonly total: SheetRow;
}

/** The language from the left: the reader's, English for who reads Arabic. Arabic stands at the right, as on an Egyptian invoice. */
export const otherLanguageOf = (lang: Language): Language => (lang === defaultLanguage ? internationalLanguage : lang);

/** As registered with the tax authority, in the one language it is registered in. */
export function sellerLines({ name, address }: TaxDetails['seller']): [string, string] {
  const { governorate, city, street, building } = address;
  const comma = /\p{Script=Arabic}/u.test(governorate) ? '، ' : ', ';
  return [name, [`${building} ${street}`, city, governorate].join(comma)];
}

/** Where the seller is, for who issues no tax receipts. */
export const addressOnSheet = async (lang: Language): Promise<{ right: string; left: string }> => (await textsIn(otherLanguageOf(lang))).both('sheet_address');

/** The receipt itself, then its credit notes. */
export async function sheetsOf(receipt: Receipt, lang: Language): Promise<Sheet[]> {
  const texts = await textsIn(otherLanguageOf(lang));
  return [sheetOf(receipt, null, texts), ...receipt.creditNotes.map((note) => sheetOf(receipt, note, texts))];
}

interface Texts { other: Language; both(key: string): { right: string; left: string }; money(piastres: number): SheetText }

async function textsIn(other: Language): Promise<Texts> {
  const [right, left] = await Promise.all([translatorOf(defaultLanguage), translatorOf(other)]);
  return {
    other,
    both: (key) => ({ right: right(`payment.${key}`), left: left(`payment.${key}`) }),
    money: (piastres) => ({ right: formatMoney(piastres, defaultLanguage), left: formatMoney(piastres, other) }),
  };
}

function sheetOf(receipt: Receipt, note: CreditNote | null, texts: Texts): Sheet {
  const { both, money } = texts;
  const tax = note ? note.tax : receipt.tax;
  const title = note ? 'sheet_credit_note' : tax ? 'sheet_tax_receipt' : 'sheet_receipt';
  const number = note ? note.label : receipt.label;
  const rows: Array<[string, SheetText]> = [
    ['sheet_number', plain(number)],
    ['sheet_date', plain(formatDate(note ? note.at : receipt.paidAt))],
    ...(note ? [['sheet_for', plain(receipt.label)] as [string, SheetText]] : []),
    ...(tax ? [['sheet_seller_tax_number', plain(tax.seller.taxNumber)] as [string, SheetText]] : []),
    ...buyerRows(receipt, tax),
    ...itemRows(note ?? receipt, texts),
    ['sheet_method', receipt.method ? both(`sheet_${receipt.method}`) : plain('–')],
    ['sheet_transaction', plain(receipt.chargeId ?? '–')],
    ...(note ? [] : reductionRows(receipt, money)),
    ...taxRows(note ?? receipt, tax, money),
    ...(tax ? [['sheet_uuid', plain(tax.uuid)] as [string, SheetText]] : []),
  ];
  return {
    number, kind: note ? 'creditNote' : 'receipt', title: both(title),
    rows: rows.map(([key, value]) => ({ label: both(key), value, staysWithNext: staysWithNext.has(key) })),
    total: { label: both(note ? 'sheet_returned' : 'sheet_total'), value: money((note ?? receipt).amountPiastres) },
  };
}

/** An item with its amount, and the sums with the total. */
const staysWithNext: ReadonlySet<string> = new Set(['sheet_item', 'sheet_before', 'sheet_coupon', 'sheet_discount', 'sheet_net', 'sheet_tax_of', 'sheet_tax', 'sheet_uuid']);

const plain = (...lines: string[]): SheetText => ({ plain: lines });

function buyerRows({ buyer }: Receipt, tax: Receipt['tax']): Array<[string, SheetText]> {
  const company = tax?.buyer;
  const name: [string, SheetText] = ['sheet_buyer', company ? plain(company.name) : buyer ? plain(buyer.name, buyer.email) : plain('–')];
  return company ? [name, ['sheet_buyer_tax_number', plain(company.taxNumber)]] : [name];
}

function itemRows({ items }: Pick<Receipt, 'items'>, { other, money }: Texts): Array<[string, SheetText]> {
  const several = items.length > 1 || items.some(({ quantity }) => quantity > 1);
  return items.flatMap(({ text, quantity, totalPiastres }): Array<[string, SheetText]> => {
    const times = quantity > 1 ? ` × ${quantity}` : '';
    const item: [string, SheetText] = ['sheet_item', { right: `${text[defaultLanguage]}${times}`, left: `${text[other]}${times}` }];
    return several ? [item, ['total_label', money(totalPiastres)]] : [item];
  });
}

function reductionRows({ coupon, amountPiastres, discountPiastres }: Receipt, money: Texts['money']): Array<[string, SheetText]> {
  if (!coupon) return [];
  return [['sheet_before', money(amountPiastres + discountPiastres)], ['sheet_coupon', plain(coupon.code)], ['sheet_discount', money(discountPiastres)]];
}

function taxRows({ amountPiastres, taxPiastres }: { amountPiastres: number; taxPiastres: number }, tax: Receipt['tax'], money: Texts['money']): Array<[string, SheetText]> {
  if (tax) return [['sheet_net', money(amountPiastres - taxPiastres)], ['sheet_tax_of', money(taxPiastres)]];
  return taxPiastres > 0 ? [['sheet_tax', money(taxPiastres)]] : [];
}
