import 'server-only';
import { may, type MaybeActor } from '@/lib/actor';
import { requireOpenLesson, type LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { transaction } from '@/lib/database/client';
import { assertRoom, takeLimit } from '@/lib/database/rate-limit';
import { notFound } from '@/lib/problem';
import { requireQuestion } from './list-questions';
import { mailAnswer, mailQuestion, namesOf } from './question-mails';

interface Writing { actor: MaybeActor; text: string; now: Date }

/** Administrators are told by mail, once, whatever is edited later. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function askQuestion({ actor, text, now, ...place }: Writing & LessonPlace): Promise<{ id: string }> {
  const { actor: asker, lesson } = await requireOpenLesson(actor, place);
  await takeLimit('question-user', asker.userId, now);
  const names = await namesOf(place);
  return transaction(async (tx) => {
    assertRoom('question-user', await tx.question.count({ where: { userId: asker.userId } }));
    const { id } = await tx.question.create({ data: { courseSlug: place.courseSlug, lesson: lesson.file, userId: asker.userId, text, createdAt: now }, select: { id: true } });
    await mailQuestion(tx, { id, text, asker, names, courseSlug: place.courseSlug, lesson: lesson.file });
    return { id };
  });
}

/** The asker is told by mail, unless they answer themselves. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function answerQuestion({ actor, text, now, questionId }: Writing & { questionId: string }): Promise<{ id: string }> {
  const { actor: writer, question } = await requireQuestion(actor, questionId);
  await takeLimit('answer-user', writer.userId, now);
  const names = await namesOf(question);
  return transaction(async (tx) => {
    assertRoom('answer-user', await tx.answer.count({ where: { userId: writer.userId } }));
    const { id } = await tx.answer.create({ data: { questionId, userId: writer.userId, text, createdAt: now }, select: { id: true } });
    await mailAnswer(tx, { id, text, writer, question: { ...question, names } });
    return { id };
  });
}

/** The asker or an administrator says which answer is the answer; null: none. @throws Problem 401, 403, 404 */
export async function acceptAnswer({ actor, questionId, answerId }: { actor: MaybeActor; questionId: string; answerId: string | null }): Promise<void> {
  const { actor: reader, question } = await requireQuestion(actor, questionId);
  if (!may(reader, 'administer') && question.userId !== reader.userId) throw notFound();
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM "Question" WHERE "id" = ${question.id} FOR UPDATE`;
    await tx.answer.updateMany({ where: { questionId: question.id, accepted: true }, data: { accepted: false } });
    if (answerId === null) return;
    const { count } = await tx.answer.updateMany({ where: { id: answerId, questionId: question.id, hiddenAt: null }, data: { accepted: true } });
    if (count === 0) throw notFound();
  });
}
