import 'server-only';
import { doNotStore, isAdministratorsPreview } from '@/lib/cache/page-context';
import { readCourses } from '@/lib/content/read';
import type { CourseData } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { piastresFromPounds } from '@/lib/money';
import { slugOf } from '@/lib/slug';
import { findCourse, findProductOfCourse, listCourses, listProducts, productOfCourse } from './catalogue';
import { lessonsOf, type Course, type CourseSummary, type CourseText, type Product } from './course';

export interface OfferedLesson { name: string; file: string; durationSeconds: number; freePreview: boolean }
/** What `lib/checkout/pricing` computes the price from. */
export type OfferedProduct = Pick<Product, 'key' | 'courseSlug' | 'bundle' | 'listPiastres' | 'salePiastres' | 'refundableOnSale'>;

/** A course as the public pages show it: text, lessons and what buys it. */
export type CourseOffer = Omit<CourseText, 'courseInfo'> & {
  slug: string;
  courseInfo: CourseText['courseInfo'];
  chapters: Array<{ title: string; lessons: OfferedLesson[] }>;
  product: OfferedProduct | null;
  /** null for a course that is read from its content file */
  updatedAt: Date | null;
};

export type CourseCard = CourseSummary & { product: OfferedProduct | null };

/**
 * Changes from administration win over the content file; with the database down the file still answers (fault R03). In an administrator's preview a draft is shown too.
 * @throws what the database answered, where the file does not offer the course either: administration may
 */
export async function findCourseOffer(slug: string, lang: Language): Promise<CourseOffer | null> {
  const data = (await offeredInFile(lang)).find(({ courseName }) => courseName === slug);
  try {
    const course = await findCourse(slug, lang);
    if (course) return course.published || isAdministratorsPreview() ? offerOf(course, await findProductOfCourse(slug)) : null;
  } catch (error) {
    if (!data) throw error;
    log.error({ err: error, course: slug }, 'course read from its content file instead of the database');
    doNotStore();
  }
  return data ? offerOfContent(data) : null;
}

const offeredInFile = async (lang: Language): Promise<CourseData[]> => ((await readCourses(lang)) ?? []).filter(({ published }) => published !== false);

export async function listCourseCards(lang: Language): Promise<CourseCard[]> {
  try {
    const courses = await listCourses(lang);
    const products = await listProducts();
    return courses.map((course) => ({ ...course, product: productOfCourse(products, course.slug) }));
  } catch (error) {
    log.error({ err: error }, 'courses read from their content file instead of the database');
    doNotStore();
  }
  return (await offeredInFile(lang)).map(cardOfContent);
}

/** Up to three other courses, those of the same level first. */
export async function listSimilarCourses({ slug, courseInfo: { level } }: CourseOffer, lang: Language): Promise<CourseCard[]> {
  const others = (await listCourseCards(lang)).filter((other) => other.slug !== slug);
  return [...others.filter((other) => other.level === level), ...others.filter((other) => other.level !== level)].slice(0, 3);
}

const offerOf = ({ published: _published, ...course }: Course, product: OfferedProduct | null): CourseOffer => ({ ...course, product });

function offerOfContent({ courseList, courseInfo, courseName, productKey, ...text }: CourseData): CourseOffer {
  const product = {
    key: productKey, courseSlug: courseName, bundle: [], refundableOnSale: false,
    listPiastres: piastresFromPounds(courseInfo.pricing), salePiastres: courseInfo.sales === null ? null : piastresFromPounds(courseInfo.sales),
  };
  const chapters = courseList.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => ({
      name: lesson.name, file: lesson.path.split('\\').at(-1) ?? '', durationSeconds: lesson.durationSeconds, freePreview: lesson.freePreview ?? false,
    })),
  }));
  return { ...text, slug: courseName, courseInfo: { ...courseInfo, voice: courseInfo.voice ?? true }, chapters, product, updatedAt: null };
}

function cardOfContent(data: CourseData): CourseCard {
  const { slug, title, titleTr, summary, imageUrl, imageAlt, courseInfo: { level, spokenLanguage, voice }, product, ...course } = offerOfContent(data);
  return { slug, title, titleTr, summary, imageUrl, imageAlt, level, spokenLanguage, voice, product, lessons: lessonsOf(course) };
}

export type CourseDetails = { state: 'found'; course: CourseOffer; detailsSlug: string } | { state: 'moved'; detailsSlug: string } | { state: 'missing' };

/**
 * The course of a details page by the last segment of its address (A7). Administration may have given it another title
 * than its file has; the file's address, and those the file remembers, then lead to the present one (A14).
 * @throws what the database answered, where the files know no such course
 */
export async function findCourseDetails(segment: string, lang: Language): Promise<CourseDetails> {
  const isCalled = ({ title, titleTr }: { title: string; titleTr?: string | undefined }) => slugOf(title, titleTr) === segment;
  const ofFile = (await readCourses(lang))?.find((course) => isCalled(course) || course.formerSlugs?.includes(segment));
  const known = await findCourseOffer(ofFile?.courseName ?? segment, lang);
  const slug = known ? known.slug : (await listCourses(lang)).find(isCalled)?.slug;
  const course = known ?? (slug === undefined ? null : await findCourseOffer(slug, lang));
  if (!course) return { state: 'missing' };
  const detailsSlug = detailsSlugOf(course);
  return detailsSlug === segment || isCalled(course) ? { state: 'found', course, detailsSlug } : { state: 'moved', detailsSlug };
}

/** The last segment of the course's details page, the same in every language where there is a `titleTr`. */
export const detailsSlugOf = (course: { slug: string; title: string; titleTr?: string | undefined }): string =>
  course.titleTr ? slugOf(course.title, course.titleTr) : course.slug;
