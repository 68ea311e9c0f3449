import 'server-only';
import { assertLearner, type MaybeActor } from '@/lib/actor';
import type { LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { db, transaction } from '@/lib/database/client';
import { notFound } from '@/lib/problem';
import { requireQuestion } from './list-questions';

/** Where a text stands, to lead its writer back there. */
export type QuestionPlace = LessonPlace & { questionId: string };

interface Own { actor: MaybeActor; id: string }

/** Nobody is mailed about an edit. What administration hid stays as it is. @throws Problem 401, 403, 404 */
export async function changeQuestion({ actor, id, text, now }: Own & { text: string; now: Date }): Promise<QuestionPlace> {
  const { actor: writer, question } = await requireQuestion(actor, id);
  const client = await db();
  const { count } = await client.question.updateMany({ where: { id, userId: writer.userId, hiddenAt: null }, data: { text, editedAt: now } });
  if (count === 0) throw notFound();
  return { courseSlug: question.courseSlug, lesson: question.lesson, questionId: id };
}

/** @throws Problem 401, 403, 404 */
export async function changeAnswer({ actor, id, text, now }: Own & { text: string; now: Date }): Promise<QuestionPlace> {
  const place = await placeOfAnswer(actor, id);
  await requireQuestion(actor, place.questionId);
  const client = await db();
  const { count } = await client.answer.updateMany({ where: { id, userId: actor?.userId ?? '', hiddenAt: null }, data: { text, editedAt: now } });
  if (count === 0) throw notFound();
  return place;
}

/** With answers of others it stays as their place, without name and text. Also when the course is not open any more. @throws Problem 401, 403, 404 */
export async function removeQuestion({ actor, id }: Own): Promise<LessonPlace> {
  assertLearner(actor);
  return transaction(async (tx) => {
    const [question] = await tx.$queryRaw<LessonPlace[]>`SELECT "courseSlug", "lesson" FROM "Question" WHERE "id" = ${id} AND "userId" = ${actor.userId} FOR UPDATE`;
    if (!question) throw notFound();
    const byOthers = await tx.answer.count({ where: { questionId: id, userId: { not: actor.userId } } });
    if (byOthers > 0) await tx.question.update({ where: { id }, data: { userId: null, text: '' }, select: { id: true } });
    else await tx.question.delete({ where: { id }, select: { id: true } });
    return question;
  });
}

/** @throws Problem 401, 403, 404 */
export async function removeAnswer({ actor, id }: Own): Promise<QuestionPlace> {
  const place = await placeOfAnswer(actor, id);
  const client = await db();
  const { count } = await client.answer.deleteMany({ where: { id, userId: actor?.userId ?? '' } });
  if (count === 0) throw notFound();
  return place;
}

/** Of an own answer. @throws Problem 401, 403, 404 */
async function placeOfAnswer(actor: MaybeActor, id: string): Promise<QuestionPlace> {
  assertLearner(actor);
  const client = await db();
  const answer = await client.answer.findFirst({ where: { id, userId: actor.userId }, select: { questionId: true, question: { select: { courseSlug: true, lesson: true } } } });
  if (!answer) throw notFound();
  return { questionId: answer.questionId, ...answer.question };
}
