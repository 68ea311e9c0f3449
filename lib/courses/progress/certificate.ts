import 'server-only';
import { randomInt } from 'node:crypto';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { listCourseQuizzes, missingQuizzes, type CourseQuiz } from '@/lib/courses/quizzes/course-quizzes';
import { isLessonFinished, readProgress, type CourseProgress } from './progress';

export interface Certificate { id: string; name: string; courseTitle: string; issuedAt: Date }

/** What a learner still has to do for the certificate of a course. */
export interface CertificateNeeds { lessons: boolean; quizzes: CourseQuiz[] }

export const needsOf = (course: Pick<Course, 'chapters'>, progress: CourseProgress, quizzes: readonly CourseQuiz[]): CertificateNeeds =>
  ({ lessons: !isWatched(course, progress), quizzes: missingQuizzes(quizzes) });

function isWatched(course: Pick<Course, 'chapters'>, { lessons }: CourseProgress): boolean {
  const all = lessonsOf(course);
  return all.length > 0 && all.every((lesson) => isLessonFinished(lesson, lessons[lesson.file]));
}

/** Without letters and digits that are mistaken for each other on paper. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newNumber = () => Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-');

interface Holder { actor: MaybeActor; userId: string; courseSlug: string; now: Date }

/**
 * A learner's certificate of a course they have watched and whose needed quizzes they have passed. Asked again it is the
 * same one, whatever the course needs by then.
 * @throws Problem 403, also while a refund is asked for, 404 · 409 `not-completed`, `quizzes-missing`
 */
export async function issueCertificate({ actor, userId, courseSlug, now }: Holder): Promise<{ id: string }> {
  assertOwner(actor, userId);
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const { state } = await findCourseAccess({ actor, courseSlug });
  if (state !== 'open') throw forbidden(state);
  const client = await db();
  const owner = { userId, courseSlug };
  const issued = await client.certificate.findUnique({ where: { userId_courseSlug: owner }, select: { id: true } });
  if (issued) return issued;
  const needs = needsOf(course, await readProgress(owner), await listCourseQuizzes({ ...owner, course, lang: defaultLanguage, now }));
  if (needs.lessons) throw new Problem(409, 'not-completed');
  if (needs.quizzes.length > 0) throw new Problem(409, 'quizzes-missing');
  await client.certificate.createMany({ data: [{ ...owner, id: newNumber(), name: actor.name, issuedAt: now }], skipDuplicates: true });
  return client.certificate.findUniqueOrThrow({ where: { userId_courseSlug: owner }, select: { id: true } });
}

/** What anybody may know who holds the number: whose, which course, when. Null for an unknown one or a course given back. */
export async function findCertificate(id: string, lang: Language): Promise<Certificate | null> {
  if (!/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/.test(id)) return null;
  const client = await db();
  const row = await client.certificate.findUnique({ where: { id }, select: { id: true, userId: true, courseSlug: true, name: true, issuedAt: true } });
  const course = row && (await isEnrolled(row)) ? await findCourse(row.courseSlug, lang) : null;
  return row && course ? { id: row.id, name: row.name, courseTitle: course.title, issuedAt: row.issuedAt } : null;
}
