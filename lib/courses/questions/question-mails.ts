import 'server-only';
import { z } from 'zod';
import { assertOwner, type Actor, type MaybeActor } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { open, seal } from '@/lib/config/secrets';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, lessonPath } from '@/lib/courses/catalogue/course';
import type { LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, languages, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { Problem } from '@/lib/problem';
import { truncate } from '@/lib/truncate';
import type { mailScopes, oneClickScopes } from './question-schema';

/** What course and lesson are called in each language. */
type Names = Record<Language, { course: string; lesson: string }>;
type Asked = LessonPlace & { id: string; names: Names };

/** Read before the transaction in which mails are written: the catalogue is read by a connection of its own. */
export async function namesOf({ courseSlug, lesson }: LessonPlace): Promise<Names> {
  const courses = await Promise.all(languages.map(async (lang) => [lang, await findCourse(courseSlug, lang)] as const));
  return Object.fromEntries(courses.map(([lang, course]) => [lang, { course: course?.title ?? courseSlug, lesson: (course && findLesson(course, lesson)?.name) ?? lesson }])) as Names;
}

/** An installation with more administrators names those who answer in another way. */
const mostAdministrators = 20;
const quotedCharacters = 1000;

const reachable = { questionMails: true, email: { not: null }, emailConfirmedAt: { not: null } } as const;
const columns = { id: true, name: true, email: true, lang: true } as const;
interface Recipient { id: string; name: string; email: string | null; lang: string }

/** In the caller's transaction: to administrators, in each one's language. */
export async function mailQuestion(tx: Tx, { text, asker, ...question }: Asked & { text: string; asker: Actor }): Promise<void> {
  const administrators = await tx.user.findMany({ where: { role: 'admin', id: { not: asker.userId }, ...reachable }, orderBy: { createdAt: 'asc' }, take: mostAdministrators, select: columns });
  for (const to of administrators) await mail(tx, { to, template: 'question-asked', scope: 'all', key: `question-asked:${asker.userId}:${to.id}:${question.id}`, question, text, author: asker.name });
}

/** In the caller's transaction: to the asker. */
export async function mailAnswer(tx: Tx, { id, text, writer, question }: { id: string; text: string; writer: Actor; question: Asked & { userId: string | null } }): Promise<void> {
  if (question.userId === null || question.userId === writer.userId) return;
  const to = await tx.user.findFirst({ where: { id: question.userId, ...reachable, questionMutes: { none: { questionId: question.id } } }, select: columns });
  if (to) await mail(tx, { to, template: 'question-answered', scope: 'question', key: `question-answered:${writer.userId}:${to.id}:${id}`, question, text, author: writer.name });
}

/** `scope`: what ends by one click of a mail program. Of a question an administrator gets one mail, so only all of them can end. */
interface Sending { to: Recipient; template: string; scope: (typeof oneClickScopes)[number]; key: string; question: Asked; text: string; author: string }

/** The keys name writer and recipient, so that waiting mails go with either's account. */
async function mail(tx: Tx, { to, template, scope, key, question, text, author }: Sending): Promise<void> {
  const lang = isLanguage(to.lang) ? to.lang : defaultLanguage;
  const token = seal(purpose, JSON.stringify({ userId: to.id, questionId: question.id }));
  const { siteUrl } = config();
  await enqueueMail(tx, {
    key, to: to.email ?? '', lang, template, unsubscribeUrl: `${siteUrl}/api/question-mails/stop?${new URLSearchParams({ token, scope, lang })}`,
    data: {
      name: to.name, author, ...question.names[lang],
      message: truncate(text, quotedCharacters), url: `${siteUrl}${lessonPath(lang, question.courseSlug, question.lesson, { section: 'questions', question: question.id })}`,
      sheetUrl: `${siteUrl}/${lang}/question-mails?token=${token}`,
    },
  });
}

const purpose = 'question-mails';
const tokenSchema = z.object({ userId: z.string(), questionId: z.string() });

/** Null for what no mail of ours brought. */
function readMailToken(token: string): z.infer<typeof tokenSchema> | null {
  const text = open(purpose, token);
  return text ? tokenSchema.parse(JSON.parse(text)) : null;
}

/**
 * The mail's link shows who it was sent to, so nobody signs in. Done twice it changes nothing; a question or person that is gone gets no mails.
 * @throws Problem 422 `link-used` for a token that is not ours
 */
export async function changeQuestionMails({ token, scope }: { token: string; scope: (typeof mailScopes)[number] }): Promise<void> {
  const known = readMailToken(token);
  if (!known) throw new Problem(422, 'link-used');
  const { userId, questionId } = known;
  await transaction(async (tx) => {
    if (scope === 'question') await mute(tx, userId, questionId);
    else await tx.user.updateMany({ where: { id: userId }, data: { questionMails: scope === 'none' } });
    if (scope === 'none') await tx.questionMute.deleteMany({ where: { userId, questionId } });
  });
}

async function mute(tx: Tx, userId: string, questionId: string): Promise<void> {
  const isThere = (await tx.question.count({ where: { id: questionId } })) > 0 && (await tx.user.count({ where: { id: userId } })) > 0;
  if (isThere) await tx.questionMute.createMany({ data: [{ userId, questionId }], skipDuplicates: true });
}

/** What the page of the link shows. */
export async function questionMailsOf(token: string): Promise<{ all: boolean; question: boolean } | null> {
  const known = readMailToken(token);
  if (!known) return null;
  const client = await db();
  const user = await client.user.findUnique({ where: { id: known.userId }, select: { questionMails: true, questionMutes: { where: { questionId: known.questionId }, select: { questionId: true } } } });
  return user && { all: user.questionMails, question: user.questionMails && user.questionMutes.length === 0 };
}

/** The switch in the profile. @throws Problem 401, 403 */
export async function setQuestionMails({ actor, userId, wanted }: { actor: MaybeActor; userId: string; wanted: boolean }): Promise<{ wanted: boolean }> {
  assertOwner(actor, userId);
  const client = await db();
  await client.user.updateMany({ where: { id: userId }, data: { questionMails: wanted } });
  return { wanted };
}

export async function wantsQuestionMails(userId: string): Promise<boolean> {
  const client = await db();
  return (await client.user.findUnique({ where: { id: userId }, select: { questionMails: true } }))?.questionMails ?? false;
}
