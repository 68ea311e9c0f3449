import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { lessonAttribute } from '@/lib/content/safe-html';
import { findCourse, listCourses } from '@/lib/courses/catalogue/catalogue';
import { type Course, findFreeLesson, type Lesson } from '@/lib/courses/catalogue/course';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { escapeHtml } from '@/lib/text';
import { describePreview } from './describe-video';

export interface FreeLesson {
  readonly courseSlug: string;
  readonly courseTitle: string;
  readonly name: string;
}

const freeLessonOf = (course: Course | null): Lesson | undefined =>
  course?.published ? findFreeLesson(course) : undefined;

export async function listFreeLessons(lang: Language): Promise<FreeLesson[]> {
  const courses = await Promise.all((await listCourses(lang)).map(({ slug }) => findCourse(slug, lang)));
  return courses.flatMap((course) => {
    const lesson = freeLessonOf(course);
    return course && lesson ? [{ courseSlug: course.slug, courseTitle: course.title, name: lesson.name }] : [];
  });
}

const block = new RegExp(`(<p [^>]*${lessonAttribute}="[^"]+"[^>]*>.*?</p>)`, 's');

/** Replaces embedded lessons with cards, or removes them if the course has no free lesson. @param html sanitised */
export async function replaceLessonPreviews(html: string, lang: Language): Promise<string> {
  const parts = await Promise.all(
    html.split(block).map((part) => {
      const course = block.test(part) && new RegExp(`${lessonAttribute}="([^"]+)"`).exec(part)?.[1];
      return course ? readLessonCard(course, lang) : part;
    }),
  );
  return parts.join('');
}

async function readLessonCard(slug: string, lang: Language): Promise<string> {
  tagPage('courses', `course:${slug}`);
  const course = await findCourse(slug, lang).catch((error: unknown) => {
    log.warn(
      { err: error, course: slug },
      'An article shows no card for a lesson, because the course could not be read',
    );
    markPageDegraded();
    return null;
  });
  const lesson = freeLessonOf(course);
  if (!course || !lesson) return '';
  const [translate, video] = await Promise.all([loadTranslator(lang), describePreview(course, lesson)]);
  const poster = video?.poster
    ? `<img src="${escapeHtml(video.poster)}" alt="" width="640" height="360" loading="lazy" decoding="async">`
    : '';
  const text = `<strong>${escapeHtml(translate('site.free_preview'))}: <bdi>${escapeHtml(lesson.name)}</bdi></strong><span>${escapeHtml(course.title)}</span>`;
  return `<p ${lessonAttribute}="${slug}"><a href="/${lang}/details/course-page/courses-data/${slug}#free-lesson">${poster}<span>${text}</span></a></p>`;
}
