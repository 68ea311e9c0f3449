import 'server-only';
import type { Tx } from '@/lib/database/client';

/** Makes these, in this order, the courses of a bundle; none: the product is for its one course. */
export async function bundleCourses(tx: Tx, productKey: string, courseSlugs: readonly string[]): Promise<void> {
  await tx.productCourse.deleteMany({ where: { productKey } });
  await tx.productCourse.createMany({ data: courseSlugs.map((courseSlug, position) => ({ productKey, position, courseSlug })) });
}
