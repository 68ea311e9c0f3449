import type { Price as CoursePrice } from '@/lib/courses/course-offer';
import { Money } from '../_ui/money';
import { VisuallyHidden } from '../_ui/visually-hidden';
import styles from './price.module.css';

export type PriceWords = { unit: string; oldPrice: string; salePrice: string };
type Props = { price: CoursePrice; lang: string; words: PriceWords };

/** Row C6: in a sale the old price is struck through, with the price that is charged beside it. */
export function Price({ price, lang, words }: Props) {
  if (price.regularPiastres === null) return <Money className={styles.now} piastres={price.piastres} lang={lang} unit={words.unit} />;
  return (
    <span className={styles.pair}>
      <VisuallyHidden>{words.oldPrice} </VisuallyHidden>
      <Money struck piastres={price.regularPiastres} lang={lang} unit={words.unit} />
      <VisuallyHidden> {words.salePrice} </VisuallyHidden>
      <Money className={styles.now} piastres={price.piastres} lang={lang} unit={words.unit} />
    </span>
  );
}
