import 'server-only';
import { doNotStore } from '@/lib/cache/page-context';
import type { Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { listProducts, productOfCourse } from './catalogue';
import type { Product } from './course';
import { listCourseCards, type CourseCard } from './course-offer';

/** A bundle as the catalogue shows it. */
export interface Bundle {
  readonly product: Product;
  readonly courses: readonly CourseCard[];
  /** What buys each course alone; null when one of them is not sold alone. */
  readonly alone: readonly Product[] | null;
}

/** The bundles for sale whose courses are all offered; none while the database does not answer. */
export async function listBundles(lang: Language): Promise<Bundle[]> {
  try {
    const [products, cards] = await Promise.all([listProducts(), listCourseCards(lang)]);
    return products.filter(({ bundle }) => bundle.length > 0).flatMap((product) => {
      const courses = product.bundle.flatMap(({ courseSlug }) => cards.find(({ slug }) => slug === courseSlug) ?? []);
      const alone = product.bundle.flatMap(({ courseSlug }) => productOfCourse(products, courseSlug) ?? []);
      return courses.length < product.bundle.length ? [] : [{ product, courses, alone: alone.length < courses.length ? null : alone }];
    });
  } catch (error) {
    log.error({ err: error }, 'bundles cannot be read');
    doNotStore();
    return [];
  }
}

/** Makes these, in this order, the courses of a bundle; none: the product is for its one course. */
export async function bundleCourses(tx: Tx, productKey: string, courseSlugs: readonly string[]): Promise<void> {
  await tx.productCourse.deleteMany({ where: { productKey } });
  await tx.productCourse.createMany({ data: courseSlugs.map((courseSlug, position) => ({ productKey, position, courseSlug })) });
}
