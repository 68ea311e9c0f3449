import type { ReactNode } from 'react';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';
import type { Language } from '@/lib/language';
import { Money } from '../../_ui/text/money';
import { VisuallyHidden } from '../../_ui/text/visually-hidden';
import styles from './price.module.css';

export interface PriceLabels { oldPrice: string; salePrice: string; free: string }
/** The end of a card: its price, and what goes with it. */
export const PriceFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>;

interface Props { price: OrderPrice; lang: Language; labels: PriceLabels }

/** Row C6: in a sale the old price is struck through, with the price that is charged beside it. */
export function Price({ price, lang, labels }: Props) {
  if (!price.isReduced) return <Money className={styles.now} piastres={price.totalPiastres} lang={lang} free={labels.free} />;
  return (
    <span className={styles.pair}>
      <VisuallyHidden>{labels.oldPrice} </VisuallyHidden>
      <Money struck piastres={price.listPiastres} lang={lang} />
      <VisuallyHidden> {labels.salePrice} </VisuallyHidden>
      <Money className={styles.now} piastres={price.totalPiastres} lang={lang} free={labels.free} />
    </span>
  );
}
