import Link from 'next/link';
import type { CourseCard as Course } from '@/lib/courses/course-offer';
import { Badge } from '../_ui/badge';
import styles from './course-cards.module.css';
import { Price, type PriceWords } from './price';

type Props = { course: Course; lang: string; href: string; words: PriceWords & { sale: string } };

export function CourseCard({ course, lang, href, words }: Props) {
  return (
    <li className={styles.card}>
      <img className={styles.cover} src={course.imageUrl} alt="" width={800} height={450} loading="lazy" decoding="async" />
      <div className={styles.words}>
        <h3 className={styles.title}><Link href={href} prefetch={false}>{course.title}</Link></h3>
        <p className={styles.summary}>{course.summary}</p>
        {course.price && (
          <p className={styles.price}>
            <Price price={course.price} lang={lang} words={words} />
            {course.price.regularPiastres !== null && <Badge tone="accent">{words.sale}</Badge>}
          </p>
        )}
      </div>
    </li>
  );
}
