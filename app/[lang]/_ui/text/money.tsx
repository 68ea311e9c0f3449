import type { Language } from '@/lib/language';
import { moneyParts } from '@/lib/money';
import styles from './money.module.css';
import { classNames } from '../class-names';

interface MoneyProps {
  piastres: number;
  lang: Language;
  /** ISO code; the shop's own when left out. */
  currency?: string | undefined;
  /** The price before a sale. */
  struck?: boolean;
  /** What is taken off. */
  minus?: boolean;
  /** Stands instead of an amount of 0. */
  free?: string;
  className?: string;
}

/**
 * Isolated, so that amount and currency keep their order inside Arabic text. Each part is the only text of its element, since a browser's page
 * translation replaces text, and React then changes nothing but the whole content of an element (row B16).
 */
export function Money({ piastres, lang, currency: code, struck = false, minus = false, free, className }: MoneyProps) {
  if (piastres === 0 && free) return <span className={classNames(styles.money, className)}>{free}</span>;
  const { amount, currency } = moneyParts(piastres, lang, code);
  const shown = (
    <bdi className={classNames(styles.money, className)} translate="no">
      <span className={styles.amount}>{`${minus ? '\u2212' : ''}${amount}`}</span> <span>{currency}</span>
    </bdi>
  );
  return struck ? <del className={styles.struck}>{shown}</del> : shown;
}
