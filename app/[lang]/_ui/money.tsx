import type { Language } from '@/lib/language';
import { moneyParts } from '@/lib/money';
import styles from './money.module.css';
import { classNames } from './class-names';

interface MoneyProps {
  piastres: number;
  lang: Language;
  /** The price before a sale. */
  struck?: boolean;
  className?: string;
}

/** An amount keeps its own direction, so that it never falls apart inside Arabic text. */
export function Money({ piastres, lang, struck = false, className }: MoneyProps) {
  const { amount, currency } = moneyParts(piastres, lang);
  const words = <bdi className={classNames(styles.money, className)}><span className={styles.amount}>{amount}</span> {currency}</bdi>;
  return struck ? <del className={styles.struck}>{words}</del> : words;
}
