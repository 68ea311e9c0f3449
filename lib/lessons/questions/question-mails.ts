import { z } from 'zod';
import { config } from '@/lib/config/config';
import { seal, unseal } from '@/lib/config/secrets';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, lessonPath } from '@/lib/courses/catalogue/course';
import type { LessonPlace } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language, languages } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { type Actor, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { truncate } from '@/lib/text';
import type { mailScopes, oneClickScopes } from './list-questions';

type LessonNames = Record<Language, { course: string; lesson: string }>;
type MailedQuestion = LessonPlace & { id: string; names: LessonNames };

/** Call this before the transaction that writes the emails: the catalogue uses its own connection. */
export async function findLessonNames({ courseSlug, lesson }: LessonPlace): Promise<LessonNames> {
  const courses = await Promise.all(languages.map(async (lang) => [lang, await findCourse(courseSlug, lang)] as const));
  return Object.fromEntries(
    courses.map(([lang, course]) => [
      lang,
      { course: course?.title ?? courseSlug, lesson: (course && findLesson(course, lesson)?.name) ?? lesson },
    ]),
  ) as LessonNames;
}

/** Emails at most this many admins; larger teams distribute questions in other ways. */
const maxAdministrators = 20;
const quotedCharacters = 1000;

const isReachable = { questionMails: true, email: { not: null }, emailConfirmedAt: { not: null } } as const;
const columns = { id: true, name: true, email: true, lang: true } as const;
interface Recipient {
  id: string;
  name: string;
  email: string | null;
  lang: string;
}

export async function mailQuestion(
  tx: Tx,
  { text, asker, ...question }: MailedQuestion & { text: string; asker: Actor },
): Promise<void> {
  const administrators = await tx.user.findMany({
    where: { role: 'admin', id: { not: asker.userId }, ...isReachable },
    orderBy: { createdAt: 'asc' },
    take: maxAdministrators,
    select: columns,
  });
  for (const to of administrators)
    await enqueueQuestionMail(tx, {
      to,
      template: 'question-asked',
      scope: 'all',
      key: `question-asked:${asker.userId}:${to.id}:${question.id}`,
      question,
      text,
      author: asker.name,
    });
}

export async function mailAnswer(
  tx: Tx,
  {
    id,
    text,
    writer,
    question,
  }: { id: string; text: string; writer: Actor; question: MailedQuestion & { userId: string | null } },
): Promise<void> {
  if (question.userId === null || question.userId === writer.userId) return;
  const recipient = await tx.user.findFirst({
    where: { id: question.userId, ...isReachable, questionMutes: { none: { questionId: question.id } } },
    select: columns,
  });
  if (recipient)
    await enqueueQuestionMail(tx, {
      to: recipient,
      template: 'question-answered',
      scope: 'question',
      key: `question-answered:${writer.userId}:${recipient.id}:${id}`,
      question,
      text,
      author: writer.name,
    });
}

/** `scope`: the emails that one-click unsubscribe stops. Admins get one per question, so for them it stops all. */
interface QuestionMail {
  to: Recipient;
  template: string;
  scope: (typeof oneClickScopes)[number];
  key: string;
  question: MailedQuestion;
  text: string;
  author: string;
}

/** The key names author and recipient, so that deleting either account deletes the unsent emails. */
async function enqueueQuestionMail(
  tx: Tx,
  { to, template, scope, key, question, text, author }: QuestionMail,
): Promise<void> {
  const lang = isLanguage(to.lang) ? to.lang : defaultLanguage;
  const token = seal(purpose, JSON.stringify({ userId: to.id, questionId: question.id }));
  const { siteUrl } = config();
  await enqueueMail(tx, {
    key,
    to: to.email ?? '',
    lang,
    template,
    unsubscribeUrl: `${siteUrl}/api/question-mails/stop?${new URLSearchParams({ token, scope, lang })}`,
    data: {
      name: to.name,
      author,
      ...question.names[lang],
      message: truncate(text, quotedCharacters),
      url: `${siteUrl}${lessonPath(lang, question.courseSlug, question.lesson, { section: 'questions', question: question.id })}`,
      sheetUrl: `${siteUrl}/${lang}/question-mails?token=${token}`,
    },
  });
}

const purpose = 'question-mails';
const tokenSchema = z.object({ userId: z.string(), questionId: z.string() });

function readMailToken(token: string): z.infer<typeof tokenSchema> | null {
  const text = unseal(purpose, token);
  return text ? tokenSchema.parse(JSON.parse(text)) : null;
}

/** The token identifies the recipient without a sign-in. Idempotent. @throws Problem 422 `link-used` */
export async function changeQuestionMails({
  token,
  scope,
}: {
  token: string;
  scope: (typeof mailScopes)[number];
}): Promise<void> {
  const mailToken = readMailToken(token);
  if (!mailToken) throw new Problem(422, 'link-used');
  const { userId, questionId } = mailToken;
  await transaction(async (tx) => {
    if (scope === 'question') await muteQuestion(tx, userId, questionId);
    else await tx.user.updateMany({ where: { id: userId }, data: { questionMails: scope === 'none' } });
    if (scope === 'none') await tx.questionMute.deleteMany({ where: { userId, questionId } });
  });
}

async function muteQuestion(tx: Tx, userId: string, questionId: string): Promise<void> {
  const isThere =
    (await tx.question.count({ where: { id: questionId } })) > 0 &&
    (await tx.user.count({ where: { id: userId } })) > 0;
  if (isThere) await tx.questionMute.createMany({ data: [{ userId, questionId }], skipDuplicates: true });
}

export async function readQuestionMailSettings(token: string): Promise<{ all: boolean; question: boolean } | null> {
  const mailToken = readMailToken(token);
  if (!mailToken) return null;
  const client = await db();
  const user = await client.user.findUnique({
    where: { id: mailToken.userId },
    select: {
      questionMails: true,
      questionMutes: { where: { questionId: mailToken.questionId }, select: { questionId: true } },
    },
  });
  return user && { all: user.questionMails, question: user.questionMails && user.questionMutes.length === 0 };
}

export async function setQuestionMails({
  actor,
  userId,
  wanted,
}: {
  actor: MaybeActor;
  userId: string;
  wanted: boolean;
}): Promise<{ wanted: boolean }> {
  assertSameUser(actor, userId);
  const client = await db();
  await client.user.updateMany({ where: { id: userId }, data: { questionMails: wanted } });
  return { wanted };
}

export async function wantsQuestionMails(userId: string): Promise<boolean> {
  const client = await db();
  return (
    (await client.user.findUnique({ where: { id: userId }, select: { questionMails: true } }))?.questionMails ?? false
  );
}
