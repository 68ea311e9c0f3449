import { type LessonPlace, requireOpenLesson } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { assertBelowStorageLimit, consumeLimit } from '@/lib/database/rate-limit';
import { assertLearner, may, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { countAnswerPages, requireQuestion } from './list-questions';
import { findLessonNames, mailAnswer, mailQuestion } from './question-mails';

interface WriteTextInput {
  actor: MaybeActor;
  text: string;
  now: Date;
}

/** Emails the admins. Later edits send no email. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function askQuestion({
  actor,
  text,
  now,
  ...place
}: WriteTextInput & LessonPlace): Promise<{ id: string }> {
  const { actor: asker, lesson } = await requireOpenLesson(actor, place);
  await consumeLimit('question-user', asker.userId, now);
  const names = await findLessonNames(place);
  return transaction(async (tx) => {
    assertBelowStorageLimit('question-user', await tx.question.count({ where: { userId: asker.userId } }));
    const { id } = await tx.question.create({
      data: { courseSlug: place.courseSlug, lesson: lesson.file, userId: asker.userId, text, createdAt: now },
      select: { id: true },
    });
    await mailQuestion(tx, { id, text, asker, names, courseSlug: place.courseSlug, lesson: lesson.file });
    return { id };
  });
}

/** Emails the asker about answers by others. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function answerQuestion({
  actor,
  text,
  now,
  questionId,
}: WriteTextInput & { questionId: string }): Promise<{ id: string; page: number }> {
  const { actor: writer, question } = await requireQuestion(actor, questionId);
  await consumeLimit('answer-user', writer.userId, now);
  const names = await findLessonNames(question);
  return transaction(async (tx) => {
    assertBelowStorageLimit('answer-user', await tx.answer.count({ where: { userId: writer.userId } }));
    const { id } = await tx.answer.create({
      data: { questionId, userId: writer.userId, text, createdAt: now },
      select: { id: true },
    });
    await mailAnswer(tx, { id, text, writer, question: { ...question, names } });
    return { id, page: await countAnswerPages(tx, questionId, writer) };
  });
}

/** Only the asker and admins may accept an answer; null accepts none. @throws Problem 401, 403, 404 */
export async function acceptAnswer({
  actor,
  questionId,
  answerId,
}: {
  actor: MaybeActor;
  questionId: string;
  answerId: string | null;
}): Promise<void> {
  const { actor: reader, question } = await requireQuestion(actor, questionId);
  if (!may(reader, 'administer') && question.userId !== reader.userId) throw notFound();
  await transaction(async (tx) => {
    await lockRow(tx, 'Question', question.id);
    await tx.answer.updateMany({ where: { questionId: question.id, accepted: true }, data: { accepted: false } });
    if (answerId === null) return;
    const { count } = await tx.answer.updateMany({
      where: { id: answerId, questionId: question.id, hiddenAt: null },
      data: { accepted: true },
    });
    if (count === 0) throw notFound();
  });
}

export type QuestionPlace = LessonPlace & { questionId: string };

interface OwnTextInput {
  actor: MaybeActor;
  id: string;
}

/** Sends no email. Hidden questions cannot be changed. @throws Problem 401, 403, 404 */
export async function changeQuestion({
  actor,
  id,
  text,
  now,
}: OwnTextInput & { text: string; now: Date }): Promise<QuestionPlace> {
  const { actor: writer, question } = await requireQuestion(actor, id);
  const client = await db();
  const { count } = await client.question.updateMany({
    where: { id, userId: writer.userId, hiddenAt: null },
    data: { text, editedAt: now },
  });
  if (count === 0) throw notFound();
  return { courseSlug: question.courseSlug, lesson: question.lesson, questionId: id };
}

export async function changeAnswer({
  actor,
  id,
  text,
  now,
}: OwnTextInput & { text: string; now: Date }): Promise<QuestionPlace> {
  const place = await placeOfAnswer(actor, id);
  await requireQuestion(actor, place.questionId);
  const client = await db();
  const { count } = await client.answer.updateMany({
    where: { id, userId: actor?.userId ?? '', hiddenAt: null },
    data: { text, editedAt: now },
  });
  if (count === 0) throw notFound();
  return place;
}

/** Keeps a question that others have answered, without name and text. Works without access to the course. */
export async function removeQuestion({ actor, id }: OwnTextInput): Promise<LessonPlace> {
  assertLearner(actor);
  return transaction(async (tx) => {
    const [question] = await tx.$queryRaw<
      LessonPlace[]
    >`SELECT "courseSlug", "lesson" FROM "Question" WHERE "id" = ${id} AND "userId" = ${actor.userId} FOR UPDATE`;
    if (!question) throw notFound();
    const byOthers = await tx.answer.count({ where: { questionId: id, userId: { not: actor.userId } } });
    if (byOthers > 0)
      await tx.question.update({ where: { id }, data: { userId: null, text: '' }, select: { id: true } });
    else await tx.question.delete({ where: { id }, select: { id: true } });
    return question;
  });
}

export async function removeAnswer({ actor, id }: OwnTextInput): Promise<QuestionPlace> {
  const place = await placeOfAnswer(actor, id);
  const client = await db();
  const { count } = await client.answer.deleteMany({ where: { id, userId: actor?.userId ?? '' } });
  if (count === 0) throw notFound();
  return place;
}

async function placeOfAnswer(actor: MaybeActor, id: string): Promise<QuestionPlace> {
  assertLearner(actor);
  const client = await db();
  const answer = await client.answer.findFirst({
    where: { id, userId: actor.userId },
    select: { questionId: true, question: { select: { courseSlug: true, lesson: true } } },
  });
  if (!answer) throw notFound();
  return { questionId: answer.questionId, ...answer.question };
}
