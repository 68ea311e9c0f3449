import { randomInt } from 'node:crypto';
import { writeAudit } from '@/lib/accounts/audit';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, type Lesson, lessonsOf } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { type Actor, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { type CourseQuiz, listCourseQuizzes, missingQuizzes } from '@/lib/quizzes/course-quizzes';
import { type CourseProgress, finishedPercent, isLessonFinished, readProgress } from './progress';

export interface Certificate {
  id: string;
  name: string;
  courseTitle: string;
  issuedAt: Date;
}

/** Omits letters and digits that look alike on paper. */
const idAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCertificateId = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => idAlphabet[randomInt(idAlphabet.length)]).join(''),
  ).join('-');

interface CertificateInput {
  actor: MaybeActor;
  userId: string;
  courseSlug: string;
  now: Date;
}

/** Repeated calls return the same certificate. @throws Problem 403, 404, 409 `not-completed`, 409 `quizzes-missing` */
export async function issueCertificate({ actor, userId, courseSlug, now }: CertificateInput): Promise<{ id: string }> {
  assertSameUser(actor, userId);
  const course = await requireOpenCourse(actor, courseSlug);
  const client = await db();
  const owner = { userId, courseSlug };
  const issued = await client.certificate.findUnique({ where: { userId_courseSlug: owner }, select: { id: true } });
  if (issued) return issued;
  const needs = listCertificateNeeds(
    course,
    await readProgress(owner),
    await listCourseQuizzes({ actor, course, lang: defaultLanguage, now }),
  );
  if (!needs || needs.lessons.length > 0)
    throw new Problem(409, 'not-completed', {
      members: { lessons: needs?.lessons.map(({ file }) => file) ?? [], enoughPercent: finishedPercent },
    });
  if (needs.quizzes.length > 0) throw new Problem(409, 'quizzes-missing');
  await client.certificate.createMany({
    data: [{ ...owner, id: newCertificateId(), name: actor.name, issuedAt: now }],
    skipDuplicates: true,
  });
  return client.certificate.findUniqueOrThrow({ where: { userId_courseSlug: owner }, select: { id: true } });
}

async function requireOpenCourse(actor: Actor, courseSlug: string): Promise<Course> {
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const { state } = await findCourseAccess({ actor, courseSlug });
  if (state !== 'open') throw forbidden(state);
  return course;
}

/** Takes the account's current name; number and date stay. @throws Problem 403, 404 without a certificate, 429 */
export async function renewCertificate({ actor, userId, courseSlug, now }: CertificateInput): Promise<{ id: string }> {
  assertSameUser(actor, userId);
  await requireOpenCourse(actor, courseSlug);
  const { name } = actor;
  const client = await db();
  const issued = await client.certificate.findUnique({
    where: { userId_courseSlug: { userId, courseSlug } },
    select: { id: true, name: true },
  });
  if (!issued) throw notFound();
  const { id } = issued;
  if (issued.name === name) return { id };
  await consumeLimit('certificate-user', userId, now);
  await transaction(async (tx) => {
    await tx.certificate.update({ where: { id }, data: { name }, select: { id: true } });
    await writeAudit(tx, {
      actor,
      action: 'certificate.renewed',
      subject: `user:${userId}`,
      detail: { courses: [courseSlug] },
    });
  });
  return { id };
}

export const findOwnCertificate = async (
  { userId }: Actor,
  courseSlug: string,
): Promise<{ id: string; name: string } | null> =>
  (await db()).certificate.findUnique({
    where: { userId_courseSlug: { userId, courseSlug } },
    select: { id: true, name: true },
  });

export async function listOwnCertificates({ userId }: Actor): Promise<Map<string, string>> {
  const rows = await (await db()).certificate.findMany({ where: { userId }, select: { id: true, courseSlug: true } });
  return new Map(rows.map(({ id, courseSlug }) => [courseSlug, id]));
}

export async function findCertificate(id: string, lang: Language): Promise<Certificate | null> {
  if (!/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/.test(id)) return null;
  const client = await db();
  const row = await client.certificate.findUnique({
    where: { id },
    select: { id: true, userId: true, courseSlug: true, name: true, issuedAt: true },
  });
  const course = row && (await isEnrolled(row)) ? await findCourse(row.courseSlug, lang) : null;
  return row && course ? { id: row.id, name: row.name, courseTitle: course.title, issuedAt: row.issuedAt } : null;
}

export interface CertificateNeeds {
  lessons: Lesson[];
  quizzes: CourseQuiz[];
}

export function listCertificateNeeds(
  course: Pick<Course, 'chapters'>,
  { lessons: progress }: CourseProgress,
  quizzes: readonly CourseQuiz[],
): CertificateNeeds | null {
  const all = lessonsOf(course);
  if (all.length === 0) return null;
  return {
    lessons: all.filter((lesson) => !isLessonFinished(lesson, progress[lesson.file])),
    quizzes: missingQuizzes(quizzes),
  };
}

export function findNextToWatch(
  course: Pick<Course, 'chapters'>,
  missing: readonly Lesson[],
  file: string | null,
): Lesson | null {
  const files = lessonsOf(course).map((lesson) => lesson.file);
  const others = missing.filter((lesson) => lesson.file !== file);
  const place = file === null ? -1 : files.indexOf(file);
  return others.find((lesson) => files.indexOf(lesson.file) > place) ?? others[0] ?? null;
}
