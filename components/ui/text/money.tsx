import { classNames } from '@/components/ui/class-names';
import type { Language } from '@/lib/language';
import { moneyParts } from '@/lib/money';
import styles from './money.module.css';

interface MoneyProps {
  piastres: number;
  lang: Language;
  /** ISO code; defaults to the shop's currency. */
  currency?: string | undefined;
  struck?: boolean;
  minus?: boolean;
  free?: string;
  className?: string;
}

/** Gives each part its own element, so that React survives the browser's page translation (row B16). */
export function Money({ piastres, lang, currency: code, struck = false, minus = false, free, className }: MoneyProps) {
  if (piastres === 0 && free) return <span className={classNames(styles.money, className)}>{free}</span>;
  const { amount, currency } = moneyParts(piastres, lang, code);
  const parts = (
    <bdi className={classNames(styles.money, className)} translate="no">
      <span className={styles.amount}>{`${minus ? '\u2212' : ''}${amount}`}</span> <span>{currency}</span>
    </bdi>
  );
  return struck ? <del className={styles.struck}>{parts}</del> : parts;
}
