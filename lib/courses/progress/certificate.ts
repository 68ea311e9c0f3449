import 'server-only';
import { randomInt } from 'node:crypto';
import { writeAudit } from '@/lib/accounts/audit';
import { assertOwner, type Actor, type MaybeActor } from '@/lib/actor';
import { db, transaction } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import type { Course } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { findCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { listCourseQuizzes } from '@/lib/courses/quizzes/course-quizzes';
import { needsOf } from './certificate-needs';
import { enoughPercent, readProgress } from './progress';

export interface Certificate { id: string; name: string; courseTitle: string; issuedAt: Date }

/** Without letters and digits that are mistaken for each other on paper. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const newNumber = () => Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-');

interface Holder { actor: MaybeActor; userId: string; courseSlug: string; now: Date }

/**
 * A learner's certificate of a course they have watched and whose needed quizzes they have passed, in the name that the account has. Asked again it is the
 * same one, whatever the course needs and the account is called by then.
 * @throws Problem 403, also while a refund is asked for, 404 · 409 `not-completed` with the lessons still to be watched, `quizzes-missing`
 */
export async function issueCertificate({ actor, userId, courseSlug, now }: Holder): Promise<{ id: string }> {
  assertOwner(actor, userId);
  const course = await requireOpenCourse(actor, courseSlug);
  const client = await db();
  const owner = { userId, courseSlug };
  const issued = await client.certificate.findUnique({ where: { userId_courseSlug: owner }, select: { id: true } });
  if (issued) return issued;
  const needs = needsOf(course, await readProgress(owner), await listCourseQuizzes({ actor, course, lang: defaultLanguage, now }));
  if (!needs || needs.lessons.length > 0) throw new Problem(409, 'not-completed', { members: { lessons: needs?.lessons.map(({ file }) => file) ?? [], enoughPercent } });
  if (needs.quizzes.length > 0) throw new Problem(409, 'quizzes-missing');
  await client.certificate.createMany({ data: [{ ...owner, id: newNumber(), name: actor.name, issuedAt: now }], skipDuplicates: true });
  return client.certificate.findUniqueOrThrow({ where: { userId_courseSlug: owner }, select: { id: true } });
}

async function requireOpenCourse(actor: Actor, courseSlug: string): Promise<Course> {
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const { state } = await findCourseAccess({ actor, courseSlug });
  if (state !== 'open') throw forbidden(state);
  return course;
}

/**
 * The certificate in the name that the account has now, with its number and day. Whoever checks the number sees that name; the audit log has the change.
 * @throws Problem 403, also while a refund is asked for, 404 also without a certificate, 429
 */
export async function renewCertificate({ actor, userId, courseSlug, now }: Holder): Promise<{ id: string }> {
  assertOwner(actor, userId);
  await requireOpenCourse(actor, courseSlug);
  const { name } = actor;
  const client = await db();
  const issued = await client.certificate.findUnique({ where: { userId_courseSlug: { userId, courseSlug } }, select: { id: true, name: true } });
  if (!issued) throw notFound();
  const { id } = issued;
  if (issued.name === name) return { id };
  await takeLimit('certificate-user', userId, now);
  await transaction(async (tx) => {
    await tx.certificate.update({ where: { id }, data: { name }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'certificate.renewed', subject: `user:${userId}`, detail: { courses: [courseSlug] } });
  });
  return { id };
}

/** The holder's own; null before it was issued. */
export const findOwnCertificate = async ({ userId }: Actor, courseSlug: string): Promise<{ id: string; name: string } | null> =>
  (await db()).certificate.findUnique({ where: { userId_courseSlug: { userId, courseSlug } }, select: { id: true, name: true } });

/** The numbers of all that the holder has, by course. */
export async function listOwnCertificates({ userId }: Actor): Promise<Map<string, string>> {
  const rows = await (await db()).certificate.findMany({ where: { userId }, select: { id: true, courseSlug: true } });
  return new Map(rows.map(({ id, courseSlug }) => [courseSlug, id]));
}

/** What anybody may know who holds the number: whose, which course, when. Null for an unknown one or a course given back. */
export async function findCertificate(id: string, lang: Language): Promise<Certificate | null> {
  if (!/^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2}$/.test(id)) return null;
  const client = await db();
  const row = await client.certificate.findUnique({ where: { id }, select: { id: true, userId: true, courseSlug: true, name: true, issuedAt: true } });
  const course = row && (await isEnrolled(row)) ? await findCourse(row.courseSlug, lang) : null;
  return row && course ? { id: row.id, name: row.name, courseTitle: course.title, issuedAt: row.issuedAt } : null;
}
