import { z } from 'zod';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, findLesson, lessonPath } from '@/lib/courses/catalogue/course';
import { type LessonPlace, requireOpenLesson } from '@/lib/courses/enrolment/lesson-access';
import { db } from '@/lib/database/client';
import { assertBelowStorageLimit, consumeLimit } from '@/lib/database/rate-limit';
import { fold, foldedSpellings, foldVersion } from '@/lib/fold';
import { positionText } from '@/lib/i18n/formats';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { foldDigits } from '@/lib/numbers';
import { assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { pageNumber } from '@/lib/schemas';
import { cleanCode } from '@/lib/text';

export const maxNoteLength = 4000;
const maxLessonSeconds = 86_400;

const text = z.string('required').trim().min(1, 'required').max(maxNoteLength, 'too_long');

/** Parses `1:35` or `1:02:03` from a form without JavaScript; API clients send seconds. Null if invalid. */
function parseSeconds(typed: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{1,2})$/.exec(foldDigits(cleanCode(typed)));
  if (!parts) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return seconds > 59 ? null : hours * 3600 + minutes * 60 + seconds;
}

const position = z.preprocess(
  (given) => (typeof given === 'string' ? parseSeconds(given) : given),
  z.number('time_invalid').min(0, 'time_invalid').max(maxLessonSeconds, 'time_invalid').transform(Math.floor),
);

export const newNoteSchema = z.object({ positionSeconds: position, text });
export const noteChangeSchema = z.object({ text, next: z.string().max(2000).optional() });
export const noteRemovalSchema = z.object({ next: z.string().max(2000).optional() });
export const noteQuerySchema = z.object({ q: z.string().max(200).default(''), page: pageNumber });

export interface Note {
  id: string;
  positionSeconds: number;
  text: string;
  url: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Notes are private: these functions refuse everyone but the owner, even admins. */
interface NotesInput {
  actor: MaybeActor;
  userId: string;
  lang: Language;
}

const columns = {
  id: true,
  courseSlug: true,
  lesson: true,
  positionSeconds: true,
  text: true,
  createdAt: true,
  updatedAt: true,
} as const;
const maxNotesPerLesson = 500;

type NoteRow = Omit<Note, 'url'> & LessonPlace;

const noteUrl = (
  { courseSlug, lesson, positionSeconds }: LessonPlace & { positionSeconds: number },
  lang: Language,
): string => lessonPath(lang, courseSlug, lesson, { section: 'notes', t: positionSeconds });

const noteView = ({ courseSlug, lesson, ...note }: NoteRow, lang: Language): Note => ({
  ...note,
  url: noteUrl({ courseSlug, lesson, positionSeconds: note.positionSeconds }, lang),
});

/** Sorts by position. Notes stay readable after access to the course has ended. @throws Problem 401, 403 */
export async function listLessonNotes({
  actor,
  userId,
  lang,
  courseSlug,
  lesson,
}: NotesInput & LessonPlace): Promise<Note[]> {
  assertSameUser(actor, userId);
  const client = await db();
  const rows = await client.note.findMany({
    where: { userId, courseSlug, lesson },
    orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }],
    take: maxNotesPerLesson,
    select: columns,
  });
  return rows.map((row) => noteView(row, lang));
}

/** @throws Problem 401, 403, 404, 409 `too-many-stored`, 429 (row N14) */
export async function addNote({
  actor,
  userId,
  lang,
  courseSlug,
  lesson,
  note,
  now,
}: NotesInput & LessonPlace & { note: { positionSeconds: number; text: string }; now: Date }): Promise<Note> {
  assertSameUser(actor, userId);
  await requireOpenLesson(actor, { courseSlug, lesson });
  await consumeLimit('note-user', userId, now);
  const client = await db();
  assertBelowStorageLimit('note-user', await client.note.count({ where: { userId } }));
  const row = await client.note.create({
    data: {
      ...note,
      userId,
      courseSlug,
      lesson,
      searchText: fold(note.text),
      searchVersion: foldVersion,
      createdAt: now,
      updatedAt: now,
    },
    select: columns,
  });
  return noteView(row, lang);
}

export async function changeNote({
  actor,
  userId,
  lang,
  noteId,
  text,
  now,
}: NotesInput & { noteId: string; text: string; now: Date }): Promise<Note> {
  assertSameUser(actor, userId);
  const client = await db();
  const [row] = await client.note.updateManyAndReturn({
    where: { id: noteId, userId },
    data: { text, searchText: fold(text), searchVersion: foldVersion, updatedAt: now },
    select: columns,
  });
  if (!row) throw notFound();
  return noteView(row, lang);
}

export async function removeNote({
  actor,
  userId,
  lang,
  noteId,
}: NotesInput & { noteId: string }): Promise<{ lessonUrl: string }> {
  assertSameUser(actor, userId);
  const client = await db();
  const note = await client.note.findFirst({
    where: { id: noteId, userId },
    select: { courseSlug: true, lesson: true },
  });
  const { count } = await client.note.deleteMany({ where: { id: noteId, userId } });
  if (!note || count === 0) throw notFound();
  return { lessonUrl: lessonPath(lang, note.courseSlug, note.lesson, { section: 'notes' }) };
}

export type ListedNote = Note & { courseSlug: string; courseTitle: string; lesson: string; lessonName: string };

interface ListNotesInput {
  actor: MaybeActor;
  userId: string;
  lang: Language;
}

const pageSize = 30;
const maxSearchWords = 12;

export async function listNotes({
  actor,
  userId,
  lang,
  q,
  page,
}: ListNotesInput & { q: string; page: number }): Promise<{ rows: ListedNote[]; page: number; hasNext: boolean }> {
  assertSameUser(actor, userId);
  const client = await db();
  const toSpellingCondition = (spelling: string) => ({
    AND: spelling
      .trim()
      .split(/\s+/)
      .slice(0, maxSearchWords)
      .map((word) => ({ searchText: { contains: word.replaceAll(/[\\%_]/g, '\\$&') } })),
  });
  const rows = await client.note.findMany({
    where: { userId, OR: foldedSpellings(q).map(toSpellingCondition) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: (page - 1) * pageSize,
    take: pageSize + 1,
    select: columns,
  });
  return { rows: await addTitles(rows.slice(0, pageSize), lang), page, hasNext: rows.length > pageSize };
}

async function addTitles(rows: NoteRow[], lang: Language): Promise<ListedNote[]> {
  const slugs = [...new Set(rows.map(({ courseSlug }) => courseSlug))];
  const courses = new Map<string, Course | null>(
    await Promise.all(slugs.map(async (slug) => [slug, await findCourse(slug, lang)] as const)),
  );
  return rows.map((row) => {
    const course = courses.get(row.courseSlug);
    return {
      ...row,
      url: noteUrl(row, lang),
      courseTitle: course?.title ?? row.courseSlug,
      lessonName: (course && findLesson(course, row.lesson)?.name) ?? row.lesson,
    };
  });
}

export async function exportNotes({ actor, userId, lang }: ListNotesInput): Promise<string> {
  assertSameUser(actor, userId);
  const client = await db();
  const rows = await client.note.findMany({
    where: { userId },
    orderBy: [{ courseSlug: 'asc' }, { lesson: 'asc' }, { positionSeconds: 'asc' }, { createdAt: 'asc' }],
    select: columns,
  });
  const t = await loadTranslator(lang);
  const lines = [`# ${t('notes.title')}`];
  let before: ListedNote | null = null;
  for (const note of await addTitles(rows, lang)) {
    if (note.courseSlug !== before?.courseSlug) lines.push(`## ${note.courseTitle}`);
    if (note.courseSlug !== before?.courseSlug || note.lesson !== before.lesson) lines.push(`### ${note.lessonName}`);
    lines.push(`- **${positionText(note.positionSeconds)}** ${note.text.replaceAll(/\r?\n/g, '\n  ')}`);
    before = note;
  }
  return `${lines.join('\n\n')}\n`;
}
