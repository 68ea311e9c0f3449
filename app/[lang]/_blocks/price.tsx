import type { Price as CoursePrice } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { Money } from '../_ui/money';
import { VisuallyHidden } from '../_ui/visually-hidden';
import styles from './price.module.css';

export interface PriceWords { oldPrice: string; salePrice: string }
interface Props { price: CoursePrice; lang: Language; words: PriceWords }

/** Row C6: in a sale the old price is struck through, with the price that is charged beside it. */
export function Price({ price, lang, words }: Props) {
  if (price.regularPiastres === null) return <Money className={styles.now} piastres={price.piastres} lang={lang} />;
  return (
    <span className={styles.pair}>
      <VisuallyHidden>{words.oldPrice} </VisuallyHidden>
      <Money struck piastres={price.regularPiastres} lang={lang} />
      <VisuallyHidden> {words.salePrice} </VisuallyHidden>
      <Money className={styles.now} piastres={price.piastres} lang={lang} />
    </span>
  );
}
