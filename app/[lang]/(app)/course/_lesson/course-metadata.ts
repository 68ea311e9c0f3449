import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { CourseSegments } from './segments';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson } from '@/lib/courses/catalogue/course';

/** Guarded pages stay out of search engines; a course that cannot be read has a plain title, the page says the rest. */
export async function courseMetadata({ lang, slug, video }: CourseSegments): Promise<Metadata> {
  const robots = { index: false, follow: false };
  const course = await findCourse(slug, lang).catch(() => null);
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  if (!course?.published) return { title: t('course'), robots };
  const lesson = video ? findLesson(course, video)?.name ?? (video === 'feedback' ? t('feedback') : null) : null;
  return { title: lesson ? `${lesson} · ${course.title}` : course.title, robots };
}
