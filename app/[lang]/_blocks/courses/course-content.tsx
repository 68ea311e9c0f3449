import { getTranslations } from 'next-intl/server';
import type { CourseOffer, OfferedLesson } from '@/lib/courses/catalogue/course-offer';
import { Accordion } from '../../_ui/layout/accordion';
import { Badge } from '../../_ui/text/badge';
import { FreeLessonLink } from '../../_course/free-lesson-link';
import { Icon } from '../../_ui/icon';
import { positionText } from '@/lib/i18n/number-texts';
import styles from './course-details.module.css';

interface Props { course: CourseOffer; title: string; /** Its address. */ page: string; /** The free lesson that it plays. */ shown: string | undefined }

/** The accordion of titled sections; the first one is open. */
export async function CourseContent({ course, title, page, shown }: Props) {
  const t = await getTranslations('site');
  const lessonNamed = new Map(course.chapters.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.name, lesson]));
  const { courseInclude } = course.courseInfo;
  // Of a course whose content nobody has described, its lessons do.
  const described = courseInclude.length > 0 ? courseInclude : course.chapters.map((chapter) => ({ title: chapter.title, details: chapter.lessons.map(({ name }) => ({ content: name })) }));
  const sections = described.map((section, index) => ({
    id: `content-${index + 1}`,
    title: section.title,
    note: t('lessons_count', { count: section.details.length }),
    open: index === 0,
    children: (
      <ul className={styles.lessons}>
        {section.details.map(({ content }) => <Line key={content} content={content} lesson={lessonNamed.get(content)} free={t('free_preview')} page={page} shown={shown} />)}
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

interface LineProps extends Pick<Props, 'page' | 'shown'> { content: string; lesson: OfferedLesson | undefined; free: string }

/** A line of the plan; one that is a lesson has its length, and a free one leads to its video. */
function Line({ content, lesson, free, page, shown }: LineProps) {
  return (
    <li>
      <Icon name="play" size={18} />
      {lesson?.freePreview ? <FreeLessonLink page={page} file={lesson.file} shown={shown}>{content}</FreeLessonLink> : <span>{content}</span>}
      {lesson?.freePreview && <Badge tone="success">{free}</Badge>}
      {lesson && <span className={styles.length}><bdi>{positionText(lesson.durationSeconds)}</bdi></span>}
    </li>
  );
}
