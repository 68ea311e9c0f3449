import { getTranslations } from 'next-intl/server';
import type { CourseOffer } from '@/lib/courses/course-offer';
import { Accordion } from '../_ui/accordion';
import { Badge } from '../_ui/badge';
import { Icon } from '../_ui/icon';
import styles from './course-details.module.css';

/** The accordion of titled sections; the first one is open. */
export async function CourseContent({ course, title }: { course: CourseOffer; title: string }) {
  const words = await getTranslations('site');
  const free = new Set(course.chapters.flatMap(({ lessons }) => lessons).filter((lesson) => lesson.freePreview).map(({ name }) => name));
  const sections = course.courseInfo.courseInclude.map((section, index) => ({
    id: `content-${index + 1}`,
    title: section.title,
    note: words('lessons_count', { count: section.details.length }),
    open: index === 0,
    children: (
      <ul className={styles.lessons}>
        {section.details.map(({ content }) => (
          <li key={content}>
            <Icon name="play" size={18} />
            <span>{content}</span>
            {free.has(content) && <Badge tone="success">{words('free_preview')}</Badge>}
          </li>
        ))}
      </ul>
    ),
  }));
  return (
    <section>
      <h2>{title}</h2>
      <Accordion sections={sections} />
    </section>
  );
}
