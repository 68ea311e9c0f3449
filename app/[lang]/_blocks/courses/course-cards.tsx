import { listCourseCards } from '@/lib/courses/catalogue/course-offer';
import { withCaptions } from '@/lib/video/captions/course-captions';
import { ListData } from '../../_seo/json-ld';
import { PictureShelf } from '../../_ui/layout/picture-card';
import { Heading, Section } from '../../_ui/layout/section';
import { BlockActions, type BlockProps } from '../block-actions';
import { CourseCard, courseAddress } from './course-card';
import styles from './course-cards.module.css';

/** A block whose layout is `courses`: its texts, then the courses for sale, the first in full, the others as a list. */
export async function CourseCards({ block, lang, tone }: BlockProps) {
  const courses = await listCourseCards(lang).then(withCaptions);
  if (courses.length === 0) return null;
  return (
    <Section id="courses" tone={tone}>
      <ListData items={courses.map((course) => ({ name: course.title, href: courseAddress(course, lang) }))} />
      <Heading eyebrow={block.eyebrow} title={block.title}>{block.summary}</Heading>
      <PictureShelf>
        {courses.map((course, index) => <CourseCard key={course.slug} course={course} lang={lang} form={index === 0 ? 'wide' : 'row'} />)}
      </PictureShelf>
      <div className={styles.more}><BlockActions actions={block.actions} lang={lang} onDeep={tone === 'deep'} /></div>
    </Section>
  );
}
