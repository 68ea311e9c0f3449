import 'server-only';
import { assertOwner, type MaybeActor } from '@/lib/actor';
import { fold } from '@/lib/text/fold';
import { positionText } from '@/lib/i18n/number-texts';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Course } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { noteUrl, type Note, type NoteRow } from './notes';

export type ListedNote = Note & { courseSlug: string; courseTitle: string; lesson: string; lessonName: string };

interface Asked { actor: MaybeActor; userId: string; lang: Language }

const pageSize = 30;
const mostWords = 12;
const columns = { id: true, courseSlug: true, lesson: true, positionSeconds: true, text: true, createdAt: true, updatedAt: true } as const;

/** Notes of all courses, the newest first; with `q` those that hold each of its words, however they are spelt. @throws Problem 401, 403 */
export async function listNotes({ actor, userId, lang, q, page }: Asked & { q: string; page: number }): Promise<{ rows: ListedNote[]; page: number; hasNext: boolean }> {
  assertOwner(actor, userId);
  const client = await db();
  const words = fold(q).split(/\s+/).filter(Boolean).slice(0, mostWords);
  const rows = await client.note.findMany({
    where: { userId, AND: words.map((word) => ({ searchText: { contains: word.replaceAll(/[\\%_]/g, '\\$&') } })) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * pageSize, take: pageSize + 1, select: columns,
  });
  return { rows: await withTitles(rows.slice(0, pageSize), lang), page, hasNext: rows.length > pageSize };
}

/** A course that is gone is called by its slug, a lesson by its file. */
async function withTitles(rows: NoteRow[], lang: Language): Promise<ListedNote[]> {
  const slugs = [...new Set(rows.map(({ courseSlug }) => courseSlug))];
  const courses = new Map<string, Course | null>(await Promise.all(slugs.map(async (slug) => [slug, await findCourse(slug, lang)] as const)));
  return rows.map((row) => {
    const course = courses.get(row.courseSlug);
    return { ...row, url: noteUrl(row, lang), courseTitle: course?.title ?? row.courseSlug, lessonName: (course && findLesson(course, row.lesson)?.name) ?? row.lesson };
  });
}

/** All notes as Markdown, by course and lesson, in the order of the courses' lessons' seconds. @throws Problem 401, 403 */
export async function exportNotes({ actor, userId, lang }: Asked): Promise<string> {
  assertOwner(actor, userId);
  const client = await db();
  const rows = await client.note.findMany({ where: { userId }, orderBy: [{ courseSlug: 'asc' }, { lesson: 'asc' }, { positionSeconds: 'asc' }, { createdAt: 'asc' }], select: columns });
  const t = await translatorOf(lang);
  const lines = [`# ${t('notes.title')}`];
  let before: ListedNote | null = null;
  for (const note of await withTitles(rows, lang)) {
    if (note.courseSlug !== before?.courseSlug) lines.push(`## ${note.courseTitle}`);
    if (note.courseSlug !== before?.courseSlug || note.lesson !== before.lesson) lines.push(`### ${note.lessonName}`);
    lines.push(`- **${positionText(note.positionSeconds)}** ${note.text.replaceAll(/\r?\n/g, '\n  ')}`);
    before = note;
  }
  return `${lines.join('\n\n')}\n`;
}
