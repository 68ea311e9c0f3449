import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { CreditNote, Receipt } from '@/lib/checkout/receipt';
import { formatDate } from '@/lib/i18n/format-date';
import type { Localised } from '@/lib/language';
import { formatPounds } from '@/lib/money';
import styles from './receipt.module.css';

type ReceiptSheetProps = {
  receipt: Receipt;
  seller: { names: Localised | null; email: string | null; logo: string | null };
  /** A credit note instead of the receipt itself. */
  note?: CreditNote;
};

const padded = (number: number) => String(number).padStart(6, '0');

/** English from the left, Arabic from the right, as on an Egyptian invoice; numbers and dates once, between them. */
export async function ReceiptSheet({ receipt, seller, note }: ReceiptSheetProps) {
  const [ar, en] = await Promise.all((['ar', 'en'] as const).map((locale) => getTranslations({ locale, namespace: 'payment' })));
  const both = (key: string) => <Both ar={ar?.(key)} en={en?.(key)} />;
  const amount = note ? note.amountPiastres : receipt.amountPiastres;
  const rows: Array<[string, ReactNode]> = [
    ['sheet_number', <bdi key="n">{note ? `CN-${padded(note.number)}` : `R-${padded(receipt.number)}`}</bdi>],
    ['sheet_date', <bdi key="d">{formatDate(note ? note.at : receipt.paidAt)}</bdi>],
    ...(note ? [['sheet_for', <bdi key="f">{`R-${padded(receipt.number)}`}</bdi>] as [string, ReactNode]] : []),
    ['sheet_buyer', receipt.buyer ? <><bdi>{receipt.buyer.name}</bdi><br /><bdi>{receipt.buyer.email}</bdi></> : '–'],
    ['sheet_item', <Both key="i" ar={receipt.item.ar} en={receipt.item.en} />],
    ['sheet_method', receipt.method ? both(`sheet_${receipt.method}`) : '–'],
    ['sheet_transaction', <bdi key="t">{receipt.transactionId ?? '–'}</bdi>],
  ];
  return (
    <article className={styles.sheet} data-testid={note ? 'credit-note' : 'receipt'}>
      <header className={styles.head}>
        {seller.logo && <img className={styles.logo} src={seller.logo} alt="" width={48} height={48} />}
        <h1>{both(note ? 'sheet_credit_note' : 'sheet_receipt')}</h1>
        <p className={styles.seller}><Both ar={seller.names?.ar} en={seller.names?.en} /></p>
        <p className={styles.seller}><Both ar={ar?.('sheet_address')} en={en?.('sheet_address')} /></p>
        {seller.email && <p className={styles.email}><bdi>{seller.email}</bdi></p>}
      </header>
      <dl className={styles.rows}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{both(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.total}>
        <div>
          <dt>{both(note ? 'sheet_returned' : 'sheet_total')}</dt>
          <dd><bdi>{receipt.currency} {formatPounds(amount)}</bdi></dd>
        </div>
      </dl>
    </article>
  );
}

function Both({ ar, en }: { ar: string | undefined; en: string | undefined }) {
  return (
    <span className={styles.both}>
      <span lang="en" dir="ltr">{en}</span>
      <span lang="ar" dir="rtl">{ar}</span>
    </span>
  );
}
