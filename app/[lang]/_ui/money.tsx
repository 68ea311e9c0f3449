import { formatPounds } from '@/lib/money';
import styles from './money.module.css';
import { classNames } from './class-names';

type MoneyProps = {
  piastres: number;
  lang: string;
  /** The currency's name as the page writes it: `EGP`, `L.E`, `جنيه`. */
  unit: string;
  /** The price before a sale. */
  struck?: boolean;
  className?: string;
};

/** An amount keeps its own direction, so that it never falls apart inside Arabic text. */
export function Money({ piastres, lang, unit, struck = false, className }: MoneyProps) {
  const amount = formatPounds(piastres, lang);
  const words = <bdi className={classNames(styles.money, className)}><span className={styles.amount}>{amount}</span> {unit}</bdi>;
  return struck ? <del className={styles.struck}>{words}</del> : words;
}
