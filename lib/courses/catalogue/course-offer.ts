import { isAdminPreview, markPageDegraded } from '@/lib/cache/page-context';
import { readCourses } from '@/lib/content/read';
import type { CourseData } from '@/lib/content/schema';
import type { Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { piastresFromPounds } from '@/lib/money';
import { bareSlug, toSlug } from '@/lib/text';
import { findCourse, findProductOfCourse, listCourses, listProducts, productOfCourse } from './catalogue';
import { cardTextsOf, type Course, type CourseSummary, type CourseText, lessonsOf, type Product } from './course';

export interface OfferedLesson {
  name: string;
  file: string;
  durationSeconds: number;
  freePreview: boolean;
}
export type OfferedProduct = Pick<
  Product,
  'key' | 'courseSlug' | 'bundle' | 'listPiastres' | 'salePiastres' | 'refundableOnSale'
>;

export type CourseOffer = Omit<CourseText, 'courseInfo'> & {
  slug: string;
  courseInfo: CourseText['courseInfo'];
  chapters: Array<{ title: string; lessons: OfferedLesson[] }>;
  product: OfferedProduct | null;
  /** Null if the course comes from its content file. */
  updatedAt: Date | null;
};

export type CourseCard = CourseSummary & { product: OfferedProduct | null };

/** While the database is down, reads the content file (fault R03). Only an admin's preview shows drafts. */
export async function findCourseOffer(slug: string, lang: Language): Promise<CourseOffer | null> {
  const data = (await listPublishedInFiles(lang)).find(({ courseName }) => courseName === slug);
  try {
    const course = await findCourse(slug, lang);
    if (course) return course.published || isAdminPreview() ? offerOf(course, await findProductOfCourse(slug)) : null;
  } catch (error) {
    if (!data) throw error;
    log.error(
      { err: error, course: slug },
      'A course comes from its content file, because the database could not be read',
    );
    markPageDegraded();
  }
  return data ? offerOfContent(data) : null;
}

const listPublishedInFiles = async (lang: Language): Promise<CourseData[]> =>
  ((await readCourses(lang)) ?? []).filter(({ published }) => published !== false);

export async function listCourseCards(lang: Language): Promise<CourseCard[]> {
  try {
    const courses = await listCourses(lang);
    const products = await listProducts();
    return courses.map((course) => ({ ...course, product: productOfCourse(products, course.slug) }));
  } catch (error) {
    log.error({ err: error }, 'Courses come from their content files, because the database could not be read');
    markPageDegraded();
  }
  return (await listPublishedInFiles(lang)).map(cardOfContent);
}

export async function listSimilarCourses(
  { slug, courseInfo: { level } }: CourseOffer,
  lang: Language,
): Promise<CourseCard[]> {
  const others = (await listCourseCards(lang)).filter((other) => other.slug !== slug);
  return [...others.filter((other) => other.level === level), ...others.filter((other) => other.level !== level)].slice(
    0,
    3,
  );
}

const offerOf = ({ published: _published, ...course }: Course, product: OfferedProduct | null): CourseOffer => ({
  ...course,
  product,
});

function offerOfContent({ courseList, courseInfo, courseName, productKey, ...text }: CourseData): CourseOffer {
  const product = {
    key: productKey,
    courseSlug: courseName,
    bundle: [],
    refundableOnSale: false,
    listPiastres: piastresFromPounds(courseInfo.pricing),
    salePiastres: courseInfo.sales === null ? null : piastresFromPounds(courseInfo.sales),
  };
  const chapters = courseList.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => ({
      name: lesson.name,
      file: lesson.path.split('\\').at(-1) ?? '',
      durationSeconds: lesson.durationSeconds,
      freePreview: lesson.freePreview ?? false,
    })),
  }));
  return {
    ...text,
    slug: courseName,
    courseInfo: { ...courseInfo, voice: courseInfo.voice ?? true },
    chapters,
    product,
    updatedAt: null,
  };
}

function cardOfContent(data: CourseData): CourseCard {
  const offer = offerOfContent(data);
  return { slug: offer.slug, ...cardTextsOf(offer), product: offer.product, lessons: lessonsOf(offer) };
}

export type CourseDetails =
  | { state: 'found'; course: CourseOffer; detailsSlug: string }
  | { state: 'moved'; detailsSlug: string }
  | { state: 'missing' };

/** Returns `moved` for a former slug, and for the file's title if an admin has changed the title (A7, A14). */
export async function findCourseDetails(segment: string, lang: Language): Promise<CourseDetails> {
  const isCalled = ({ title, titleTr }: { title: string; titleTr?: string | undefined }) =>
    toSlug(title, titleTr) === segment;
  const ofFile = (await readCourses(lang))?.find((course) => isCalled(course) || course.formerSlugs?.includes(segment));
  const offer = await findCourseOffer(ofFile?.courseName ?? segment, lang);
  const slug = offer ? offer.slug : (await listCourses(lang)).find(isCalled)?.slug;
  const course = offer ?? (slug === undefined ? null : await findCourseOffer(slug, lang));
  if (!course) {
    const bare = bareSlug(segment);
    const linked = bare === null ? null : await findCourseDetails(bare, lang);
    return linked?.state === 'found'
      ? { state: 'moved', detailsSlug: linked.detailsSlug }
      : (linked ?? { state: 'missing' });
  }
  const detailsSlug = detailsSlugOf(course);
  return detailsSlug === segment || isCalled(course)
    ? { state: 'found', course, detailsSlug }
    : { state: 'moved', detailsSlug };
}

export const detailsSlugOf = (course: { slug: string; title: string; titleTr?: string | undefined }): string =>
  course.titleTr ? toSlug(course.title, course.titleTr) : course.slug;

export interface Bundle {
  readonly product: Product;
  readonly courses: readonly CourseCard[];
  readonly alone: readonly Product[] | null;
}

export async function listBundles(lang: Language): Promise<Bundle[]> {
  try {
    const [products, cards] = await Promise.all([listProducts(), listCourseCards(lang)]);
    return products
      .filter(({ bundle }) => bundle.length > 0)
      .flatMap((product) => {
        const courses = product.bundle.flatMap(({ courseSlug }) => cards.find(({ slug }) => slug === courseSlug) ?? []);
        const alone = product.bundle.flatMap(({ courseSlug }) => productOfCourse(products, courseSlug) ?? []);
        return courses.length < product.bundle.length
          ? []
          : [{ product, courses, alone: alone.length < courses.length ? null : alone }];
      });
  } catch (error) {
    log.error({ err: error }, 'Bundles could not be read; the page is shown without them');
    markPageDegraded();
    return [];
  }
}

export async function replaceBundleCourses(tx: Tx, productKey: string, courseSlugs: readonly string[]): Promise<void> {
  await tx.productCourse.deleteMany({ where: { productKey } });
  await tx.productCourse.createMany({
    data: courseSlugs.map((courseSlug, position) => ({ productKey, position, courseSlug })),
  });
}
