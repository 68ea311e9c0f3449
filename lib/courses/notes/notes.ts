import 'server-only';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { fold, foldVersion } from '@/lib/text/fold';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { requireOpenLesson, type LessonPlace } from '@/lib/courses/enrolment/require-open-lesson';
import { db } from '@/lib/database/client';
import { assertRoom, takeLimit } from '@/lib/database/rate-limit';
import type { Language } from '@/lib/language';
import { notFound } from '@/lib/problem';

export interface Note { id: string; positionSeconds: number; text: string; url: string; createdAt: Date; updatedAt: Date }

/** Every function here is for the person alone whose notes they are: an administrator is refused too. */
interface Asked { actor: MaybeActor; userId: string; lang: Language }

const columns = { id: true, courseSlug: true, lesson: true, positionSeconds: true, text: true, createdAt: true, updatedAt: true } as const;
const mostOfLesson = 500;

export type NoteRow = Omit<Note, 'url'> & LessonPlace;

export const noteUrl = ({ courseSlug, lesson, positionSeconds }: LessonPlace & { positionSeconds: number }, lang: Language): string =>
  lessonPath(lang, courseSlug, lesson, { section: 'notes', t: positionSeconds });

const shown = ({ courseSlug, lesson, ...note }: NoteRow, lang: Language): Note => ({ ...note, url: noteUrl({ courseSlug, lesson, positionSeconds: note.positionSeconds }, lang) });

/** In the order of the lesson. They stay readable when the course is not open any more. @throws Problem 401, 403 */
export async function listLessonNotes({ actor, userId, lang, courseSlug, lesson }: Asked & LessonPlace): Promise<Note[]> {
  assertOwner(actor, userId);
  const client = await db();
  const rows = await client.note.findMany({ where: { userId, courseSlug, lesson }, orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }], take: mostOfLesson, select: columns });
  return rows.map((row) => shown(row, lang));
}

/** Row N14. @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 */
export async function addNote(
  { actor, userId, lang, courseSlug, lesson, note, now }: Asked & LessonPlace & { note: { positionSeconds: number; text: string }; now: Date },
): Promise<Note> {
  assertOwner(actor, userId);
  await requireOpenLesson(actor, { courseSlug, lesson });
  await takeLimit('note-user', userId, now);
  const client = await db();
  assertRoom('note-user', await client.note.count({ where: { userId } }));
  const row = await client.note.create({ data: { ...note, userId, courseSlug, lesson, searchText: fold(note.text), searchVersion: foldVersion, createdAt: now, updatedAt: now }, select: columns });
  return shown(row, lang);
}

/** @throws Problem 401, 403, 404 */
export async function changeNote({ actor, userId, lang, noteId, text, now }: Asked & { noteId: string; text: string; now: Date }): Promise<Note> {
  assertOwner(actor, userId);
  const client = await db();
  const [row] = await client.note.updateManyAndReturn({ where: { id: noteId, userId }, data: { text, searchText: fold(text), searchVersion: foldVersion, updatedAt: now }, select: columns });
  if (!row) throw notFound();
  return shown(row, lang);
}

/** @returns the address of the lesson it was written in. @throws Problem 401, 403, 404 */
export async function removeNote({ actor, userId, lang, noteId }: Asked & { noteId: string }): Promise<{ lessonUrl: string }> {
  assertOwner(actor, userId);
  const client = await db();
  const note = await client.note.findFirst({ where: { id: noteId, userId }, select: { courseSlug: true, lesson: true } });
  const { count } = await client.note.deleteMany({ where: { id: noteId, userId } });
  if (!note || count === 0) throw notFound();
  return { lessonUrl: lessonPath(lang, note.courseSlug, note.lesson, { section: 'notes' }) };
}
