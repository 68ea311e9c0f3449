import { defaultLanguage, directionOf, type Language, type Localised } from '@/lib/language';
import type { TaxDetails } from '@/lib/orders/receipts/find-receipt';
import { otherLanguageOf, sellerLines, type Sheet, type SheetText } from '@/lib/orders/receipts/receipt-sheet';
import styles from './receipt.module.css';

interface Pair {
  right: string;
  left: string;
}

interface ReceiptSheetProps {
  lang: Language;
  sheet: Sheet;
  seller: { names: Localised | null; address: Pair; email: string | null; logo: string | null; tax: TaxDetails | null };
}

/** Shows Arabic on the right, as Egyptian invoices do, and numbers and dates once, between the two languages. */
export function ReceiptSheet({ lang, sheet, seller }: ReceiptSheetProps) {
  const other = otherLanguageOf(lang);
  const both = (texts: Pair) => <BilingualText texts={texts} other={other} />;
  const value = (text: SheetText) =>
    'plain' in text
      ? text.plain.map((line) => (
          <span key={line} className={styles.line}>
            <bdi>{line}</bdi>
          </span>
        ))
      : both(text);
  return (
    <article className={styles.sheet} data-testid={sheet.kind === 'receipt' ? 'receipt' : 'credit-note'}>
      <header className={styles.head}>
        {seller.logo && <img className={styles.logo} src={seller.logo} alt="" width={48} height={48} />}
        <h1>{both(sheet.title)}</h1>
        <p className={styles.seller}>
          {seller.names && both({ right: seller.names[defaultLanguage], left: seller.names[other] })}
        </p>
        {seller.tax ? (
          sellerLines(seller.tax.seller).map((line) => (
            <p key={line} className={styles.email}>
              <bdi>{line}</bdi>
            </p>
          ))
        ) : (
          <p className={styles.seller}>{both(seller.address)}</p>
        )}
        {seller.email && (
          <p className={styles.email}>
            <bdi>{seller.email}</bdi>
          </p>
        )}
      </header>
      <dl className={styles.rows}>
        {sheet.rows.map((row, index) => (
          <div key={index}>
            <dt>{both(row.label)}</dt>
            <dd>{value(row.value)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.total}>
        <div>
          <dt>{both(sheet.total.label)}</dt>
          <dd>{value(sheet.total.value)}</dd>
        </div>
      </dl>
    </article>
  );
}

function BilingualText({ texts, other }: { texts: Pair; other: Language }) {
  return (
    <span className={styles.both}>
      <span lang={other} dir={directionOf(other)}>
        {texts.left}
      </span>
      <span lang={defaultLanguage} dir={directionOf(defaultLanguage)}>
        {texts.right}
      </span>
    </span>
  );
}
