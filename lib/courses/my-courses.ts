import 'server-only';
import { db } from '@/lib/db';
import type { Language } from '@/lib/language';
import { findCourse, findProductOfCourse } from './catalogue';
import { continueAt, type ContinuePoint } from './continue-point';
import { lessonsOf } from './course';
import { listEnrolledSlugs } from './enrolment';
import { readProgress } from './progress';

export type MyCourse = {
  /** The slug. */
  name: string;
  title: string;
  description: string;
  imageUrl: string;
  productKey: string | null;
  progress: { played: number; total: number };
  continue: ContinuePoint | null;
};

/** Row S8, getMyCourses: what was bought and is still open, the latest bought first. */
export async function listMyCourses({ userId, lang }: { userId: string; lang: Language }): Promise<MyCourse[]> {
  const slugs = await listEnrolledSlugs(userId);
  const courses = await Promise.all(slugs.map((slug) => myCourse(userId, slug, lang)));
  return courses.filter((course) => course !== null);
}

async function myCourse(userId: string, slug: string, lang: Language): Promise<MyCourse | null> {
  const [course, product, progress] = await Promise.all([findCourse(slug, lang), findProductOfCourse(slug), readProgress({ userId, courseSlug: slug })]);
  if (!course) return null;
  const lessons = lessonsOf(course);
  return {
    name: slug,
    title: course.title,
    description: course.summary,
    imageUrl: course.imageUrl,
    productKey: product?.key ?? null,
    progress: { played: lessons.filter((lesson) => progress.lessons[lesson.file]?.played).length, total: lessons.length },
    continue: continueAt(course, progress),
  };
}

/** Row L8: the course somebody watched last, or null. */
export async function findLatestCourse(userId: string): Promise<string | null> {
  const client = await db();
  const row = await client.lessonProgress.findFirst({ where: { userId }, orderBy: { updatedAt: 'desc' }, select: { courseSlug: true } });
  return row?.courseSlug ?? null;
}
