import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { CreditNote, Receipt } from '@/lib/checkout/orders/receipt';
import { formatDate } from '@/lib/i18n/format-date';
import { defaultLanguage, directionOf, internationalLanguage, type Language, type Localised } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import styles from './receipt.module.css';

interface ReceiptSheetProps {
  lang: Language;
  receipt: Receipt;
  seller: { names: Localised | null; email: string | null; logo: string | null };
  /** A credit note instead of the receipt itself. */
  note?: CreditNote;
}

const padded = (number: number) => String(number).padStart(6, '0');

/** Arabic from the right, as on an Egyptian invoice, and the reader's language from the left (English for who reads Arabic); numbers and dates once, between them. */
export async function ReceiptSheet({ lang, receipt, seller, note }: ReceiptSheetProps) {
  const other = lang === defaultLanguage ? internationalLanguage : lang;
  const [right, left] = await Promise.all([getTranslations({ locale: defaultLanguage, namespace: 'payment' }), getTranslations({ locale: other, namespace: 'payment' })]);
  const inBoth = (inDefault: string, inOther: string) => <Both inDefault={inDefault} inOther={inOther} other={other} />;
  const both = (key: string) => inBoth(right(key), left(key));
  const inMoney = (piastres: number) => inBoth(formatMoney(piastres, defaultLanguage), formatMoney(piastres, other));
  const amount = note ? note.amountPiastres : receipt.amountPiastres;
  const rows: Array<[string, ReactNode]> = [
    ['sheet_number', <bdi key="n">{note ? `CN-${padded(note.number)}` : `R-${padded(receipt.number)}`}</bdi>],
    ['sheet_date', <bdi key="d">{formatDate(note ? note.at : receipt.paidAt)}</bdi>],
    ...(note ? [['sheet_for', <bdi key="f">{`R-${padded(receipt.number)}`}</bdi>] as [string, ReactNode]] : []),
    ['sheet_buyer', receipt.buyer ? <><bdi>{receipt.buyer.name}</bdi><br /><bdi>{receipt.buyer.email}</bdi></> : '–'],
    ...receipt.items.map((item): [string, ReactNode] => ['sheet_item', inBoth(item[defaultLanguage], item[other])]),
    ['sheet_method', receipt.method ? both(`sheet_${receipt.method}`) : '–'],
    ['sheet_transaction', <bdi key="t">{receipt.chargeId ?? '–'}</bdi>],
    ...(note ? [] : reductionsOf(receipt, inMoney)),
  ];
  return (
    <article className={styles.sheet} data-testid={note ? 'credit-note' : 'receipt'}>
      <header className={styles.head}>
        {seller.logo && <img className={styles.logo} src={seller.logo} alt="" width={48} height={48} />}
        <h1>{both(note ? 'sheet_credit_note' : 'sheet_receipt')}</h1>
        <p className={styles.seller}>{seller.names && inBoth(seller.names[defaultLanguage], seller.names[other])}</p>
        <p className={styles.seller}>{both('sheet_address')}</p>
        {seller.email && <p className={styles.email}><bdi>{seller.email}</bdi></p>}
      </header>
      <dl className={styles.rows}>
        {rows.map(([key, value], at) => (
          <div key={at}>
            <dt>{both(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.total}>
        <div>
          <dt>{both(note ? 'sheet_returned' : 'sheet_total')}</dt>
          <dd>{inMoney(amount)}</dd>
        </div>
      </dl>
    </article>
  );
}

function reductionsOf(receipt: Receipt, inMoney: (piastres: number) => ReactNode): Array<[string, ReactNode]> {
  const { amountPiastres, discountPiastres, taxPiastres, coupon } = receipt;
  return [
    ...(coupon ? [
      ['sheet_before', inMoney(amountPiastres + discountPiastres)], ['sheet_coupon', <bdi key="c">{coupon.code}</bdi>], ['sheet_discount', inMoney(discountPiastres)],
    ] as Array<[string, ReactNode]> : []),
    ...(taxPiastres > 0 ? [['sheet_tax', inMoney(taxPiastres)] as [string, ReactNode]] : []),
  ];
}

function Both({ inDefault, inOther, other }: { inDefault: string; inOther: string; other: Language }) {
  return (
    <span className={styles.both}>
      <span lang={other} dir={directionOf(other)}>{inOther}</span>
      <span lang={defaultLanguage} dir={directionOf(defaultLanguage)}>{inDefault}</span>
    </span>
  );
}
