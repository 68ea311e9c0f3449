import 'server-only';
import { readCourses } from '@/lib/content/read';
import type { CourseData } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { piastresFromPounds } from '@/lib/money';
import { slugOf } from '@/lib/slug';
import { findCourse, findProductOfCourse, listCourses } from './catalogue';
import type { Course, CourseSummary, CourseText } from './course';

export type OfferedLesson = { name: string; file: string; durationSeconds: number; freePreview: boolean };
export type Price = { piastres: number; regularPiastres: number | null; productKey: string };

/** A course as the public pages show it: words, lessons and today's price. */
export type CourseOffer = Omit<CourseText, 'courseInfo'> & {
  slug: string;
  courseInfo: CourseText['courseInfo'];
  chapters: Array<{ title: string; lessons: OfferedLesson[] }>;
  price: Price | null;
};

export type CourseCard = CourseSummary & { titleTr?: string | undefined; price: Price | null };

/** What administration changed wins over the content file; with the database down the file still answers (fault R03). */
export async function findCourseOffer(slug: string, lang: Language): Promise<CourseOffer | null> {
  try {
    const course = await findCourse(slug, lang);
    if (course) return course.published ? offerOf(course, await priceOf(slug)) : null;
  } catch (error) {
    log.error({ err: error, course: slug }, 'course read from its content file instead of the database');
  }
  const data = (await readCourses(lang))?.find(({ courseName }) => courseName === slug);
  return data ? offerOfContent(data) : null;
}

export async function listCourseCards(lang: Language): Promise<CourseCard[]> {
  try {
    const courses = await listCourses(lang);
    if (courses.length > 0) return await Promise.all(courses.map(async (course) => ({ ...course, price: await priceOf(course.slug) })));
  } catch (error) {
    log.error({ err: error }, 'courses read from their content file instead of the database');
  }
  return ((await readCourses(lang)) ?? []).map((data) => ({ ...offerOfContent(data) }));
}

async function priceOf(slug: string): Promise<Price | null> {
  const product = await findProductOfCourse(slug);
  return product && { piastres: product.amountPiastres, regularPiastres: product.regularPiastres, productKey: product.key };
}

const offerOf = ({ published: _published, ...course }: Course, price: Price | null): CourseOffer => ({ ...course, price });

function offerOfContent({ courseList, courseInfo, courseName, productKey, ...words }: CourseData): CourseOffer {
  const regular = piastresFromPounds(courseInfo.pricing);
  const price = { piastres: courseInfo.sales === null ? regular : piastresFromPounds(courseInfo.sales), regularPiastres: courseInfo.sales === null ? null : regular, productKey };
  const chapters = courseList.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => ({
      name: lesson.name, file: lesson.path.split('\\').at(-1) ?? '', durationSeconds: lesson.durationSeconds, freePreview: lesson.freePreview ?? false,
    })),
  }));
  return { ...words, slug: courseName, courseInfo, chapters, price };
}

/** The last segment of the course's details page. */
export const detailsSlugOf = (course: { slug: string; title: string; titleTr?: string | undefined }): string =>
  course.titleTr ? slugOf(course.title, course.titleTr) : course.slug;
