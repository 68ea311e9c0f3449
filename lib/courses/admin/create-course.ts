import { writeAudit } from '@/lib/accounts/audit';
import { invalidate } from '@/lib/cache/invalidate';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { indexCourse } from '@/lib/courses/catalogue/search-entries';
import { isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { inEachLanguage, internationalLanguage, type Language } from '@/lib/language';
import { removeFiles, removeLessons, requireNoLearners } from '@/lib/lessons/admin/lesson-plan';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { toAsciiSlug } from '@/lib/text';
import { type AdminCourse, type NewCourse, newCourseSchema, requireAdminCourse } from './courses';

const timeoutMs = 10_000;

interface SaveOptions {
  lang: Language;
  now: Date;
}

const productKeyOf = (slug: string): string => `course-${slug}`;

/** Also creates the product that sells the course. @throws Problem 401, 403 (`step-up`), 409 `key-taken`, 422 */
export async function createCourse(
  actor: MaybeActor,
  newCourse: NewCourse,
  { lang, now }: SaveOptions,
): Promise<AdminCourse> {
  assertAdmin(actor, { stepUp: true, now });
  const slug = newCourse.slug ?? toAsciiSlug(newCourse.title[internationalLanguage]);
  if (!newCourseSchema.shape.slug.safeParse(slug).success) throw await createSlugProblem(422, 'invalid', lang);
  try {
    await transaction(
      async (tx) => {
        // `new` is an admin page, and a former address must keep redirecting to its course (row A14).
        if (
          slug === 'new' ||
          (await tx.oldSlug.findUnique({ where: { kind_from: { kind: 'course', from: slug } }, select: { to: true } }))
        )
          throw await createSlugProblem(409, 'key-taken', lang);
        await addRows(tx, slug, newCourse, now);
        await indexCourse(tx, slug);
        const { level, spokenLanguage, amount: amountPiastres } = newCourse;
        await writeAudit(tx, {
          actor,
          action: 'course.create',
          subject: `course:${slug}`,
          detail: { level, spokenLanguage, amountPiastres },
        });
      },
      { timeoutMs },
    );
  } catch (error) {
    if (isUniqueViolation(error)) throw await createSlugProblem(409, 'key-taken', lang);
    throw error;
  }
  return requireAdminCourse(actor, slug);
}

async function addRows(
  tx: Tx,
  slug: string,
  { title, level, spokenLanguage, amount }: NewCourse,
  now: Date,
): Promise<void> {
  const courseInfo = {
    createdBy: '',
    level,
    spokenLanguage,
    prerequisites: [],
    faq: [],
    whatYouWillLearn: [],
    courseInclude: [],
  };
  const text = inEachLanguage((lang) => ({
    title: title[lang],
    summary: '',
    htmlContent: '',
    imageUrl: '',
    imageAlt: '',
    courseInfo,
  }));
  const last = await tx.course.aggregate({ _max: { position: true } });
  await tx.course.create({
    data: {
      slug,
      published: false,
      position: (last._max.position ?? -1) + 1,
      text: text as unknown as Prisma.InputJsonObject,
      editedAt: now,
    },
    select: { slug: true },
  });
  await tx.product.create({
    data: {
      key: productKeyOf(slug),
      courseSlug: slug,
      name: title,
      description: title,
      amountPiastres: amount,
      editedAt: now,
    },
    select: { key: true },
  });
}

async function createSlugProblem(status: number, key: string, lang: Language): Promise<Problem> {
  const translate = await loadTranslator(lang);
  return new Problem(status, key, {
    errors: { slug: [translate(status === 422 ? 'validation.key_invalid' : 'validation.key_taken')] },
  });
}

/** @throws Problem 401, 403 (`step-up`), 404, 409 `course-has-learners`, `course-from-files`, `course-in-use` */
export async function deleteCourse(actor: MaybeActor, slug: string, now: Date): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  const files = await transaction(
    async (tx) => {
      const course = await tx.course.findUnique({ where: { slug }, select: { syncedHash: true, text: true } });
      if (!course) throw notFound();
      if (course.syncedHash !== null) throw new Problem(409, 'course-from-files');
      await requireNoLearners(tx, slug);
      await assertCourseUnused(tx, slug);
      await tx.course.update({ where: { slug }, data: { published: false }, select: { slug: true } });
      const lessons = await tx.lesson.findMany({ where: { courseSlug: slug }, select: { file: true } });
      const uploads = await tx.lessonUpload.findMany({ where: { courseSlug: slug }, select: { id: true } });
      const removedFiles = await removeLessons(
        tx,
        slug,
        lessons.map(({ file }) => file),
      );
      await tx.product.deleteMany({ where: { courseSlug: slug } });
      await tx.course.delete({ where: { slug }, select: { slug: true } });
      await writeAudit(tx, {
        actor,
        action: 'course.delete',
        subject: `course:${slug}`,
        detail: { name: titlesOf(course.text) },
      });
      return { ...removedFiles, uploads: uploads.map(({ id }) => id) };
    },
    { timeoutMs },
  );
  invalidate('courses', 'products', `course:${slug}`);
  await removeFiles(files);
}

/** Bundles, coupons and quizzes must keep their course. @throws Problem 409 `course-in-use` */
async function assertCourseUnused(tx: Tx, courseSlug: string): Promise<void> {
  const [bundles, coupons, quizzes] = await Promise.all([
    tx.productCourse.count({ where: { courseSlug } }),
    tx.couponCourse.count({ where: { courseSlug } }),
    tx.quiz.count({ where: { courseSlug } }),
  ]);
  if (bundles + coupons + quizzes > 0) throw new Problem(409, 'course-in-use');
}
