import { Badge } from '../../_ui/text/badge';
import { PictureCard } from '../../_ui/layout/picture-card';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import type { CourseCard as Course } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import styles from './course-cards.module.css';
import { Price, type PriceLabels } from './price';

interface Props { course: Course; lang: Language; href: string; labels: PriceLabels & { sale: string } }

export function CourseCard({ course, lang, href, labels }: Props) {
  const picture = <SharedPicture name={`course-${course.slug}`} src={course.imageUrl} alt="" width={800} height={450} loading="lazy" />;
  return (
    <PictureCard level={3} href={href} title={course.title} text={course.summary} picture={picture}>
      {course.price && (
        <p className={styles.price}>
          <Price price={course.price} lang={lang} labels={labels} />
          {course.price.regularPiastres !== null && <Badge tone="accent">{labels.sale}</Badge>}
        </p>
      )}
    </PictureCard>
  );
}
