import { beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '@/lib/accounts/delete-account';
import { renameCourse } from '@/lib/courses/catalogue/sync';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { db, transaction } from '@/lib/database/client';
import {
  addNote,
  changeNote,
  exportNotes,
  listLessonNotes,
  listNotes,
  newNoteSchema,
  removeNote,
} from '@/lib/lessons/notes';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { exportOf } from '@/tests/support/personal-export';

const now = new Date('2026-11-22T12:00:00Z');
const place = { courseSlug: 'nextjs-from-zero', lesson: '02-first.mp4' };
const mona = buildActor('learner', { userId: 'mona' });
const own = { actor: mona, userId: 'mona', lang: 'ar' as const };
const enrol = (userId: string) =>
  transaction((tx) =>
    grantEnrolment(tx, { userId, courseSlug: place.courseSlug, orderId: null, source: 'purchase', now }),
  );
const write = (text: string, positionSeconds = 5, at = now) =>
  addNote({ ...own, ...place, note: { positionSeconds, text }, now: at });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  for (const id of ['mona', 'hala']) {
    await seedLearner(id);
    await enrol(id);
  }
  await seedLearner('admin', 'admin');
});

test('lists the notes of a lesson by position, each with a link that plays from there [N14]', async () => {
  await write('later', 20);
  const { id } = await write('earlier', 7);
  const [first, second] = await listLessonNotes({ ...own, ...place });
  expect(first).toMatchObject({
    id,
    text: 'earlier',
    positionSeconds: 7,
    url: '/ar/course/nextjs-from-zero/02-first.mp4?section=notes&t=7',
  });
  expect(second?.text).toBe('later');
  await changeNote({ ...own, noteId: id, text: 'changed', now });
  expect((await listLessonNotes({ ...own, ...place }))[0]?.text).toBe('changed');
  await removeNote({ ...own, noteId: id });
  expect(await listLessonNotes({ ...own, ...place })).toHaveLength(1);
});

test('finds a note in any spelling of its words, and an edited note only by its new words [N14]', async () => {
  const { id } = await write('أهمّيةُ التخزين المؤقّت: 50% أسرع');
  for (const q of ['اهميه', 'المؤقت التخزين', '٥٠%'])
    expect(
      (await listNotes({ ...own, q, page: 1 })).rows.map((row) => row.id),
      q,
    ).toEqual([id]);
  for (const q of ['5_%', 'شبكة']) expect((await listNotes({ ...own, q, page: 1 })).rows, q).toEqual([]);
  await changeNote({ ...own, noteId: id, text: 'الشبكة', now });
  expect((await listNotes({ ...own, q: 'شبكه', page: 1 })).rows[0]).toMatchObject({
    courseTitle: 'نكست',
    lessonName: '02-first.mp4',
  });
  expect((await listNotes({ ...own, q: 'التخزين', page: 1 })).rows).toEqual([]);
});

test('finds German words with and without umlauts and a hamza on either letter [N14, V13]', async () => {
  await write('Übung für den مسئول');
  for (const q of ['Uebung', 'fuer', 'مسؤول', 'Übung'])
    expect((await listNotes({ ...own, q, page: 1 })).rows.length, q).toBe(1);
});

test('lists all notes in pages, newest first, and exports them as Markdown by course and lesson [N14]', async () => {
  for (let at = 0; at < 31; at += 1) await write(`note ${at}`, at, new Date(now.getTime() + at));
  const first = await listNotes({ ...own, q: '', page: 1 });
  expect([first.rows.length, first.rows[0]?.text, first.hasNext]).toEqual([30, 'note 30', true]);
  expect((await listNotes({ ...own, q: '', page: 2 })).rows.map(({ text }) => text)).toEqual(['note 0']);
  await write('two\nlines', 65);
  const text = await exportNotes({ ...own, lang: 'en' });
  expect(text).toContain('# My Notes\n\n## Next\n\n### 02-first.mp4\n\n- **0:00** note 0\n');
  expect(text).toContain('- **1:05** two\n  lines\n');
});

test('only the author reads, changes or removes a note, not even an admin [N14, G6]', async () => {
  const { id } = await write('private');
  for (const other of [buildActor('learner', { userId: 'hala' }), buildActor('admin')]) {
    const asked = { ...own, actor: other };
    const refused = { status: 403 };
    await expect(listLessonNotes({ ...asked, ...place })).rejects.toMatchObject(refused);
    await expect(listNotes({ ...asked, q: '', page: 1 })).rejects.toMatchObject(refused);
    await expect(exportNotes(asked)).rejects.toMatchObject(refused);
    await expect(changeNote({ ...asked, noteId: id, text: 'x', now })).rejects.toMatchObject(refused);
    await expect(removeNote({ ...asked, noteId: id })).rejects.toMatchObject(refused);
    await expect(addNote({ ...asked, ...place, note: { positionSeconds: 1, text: 'x' }, now })).rejects.toMatchObject(
      refused,
    );
    const as = { ...asked, userId: other.userId };
    await expect(changeNote({ ...as, noteId: id, text: 'x', now })).rejects.toMatchObject({ status: 404 });
    await expect(removeNote({ ...as, noteId: id })).rejects.toMatchObject({ status: 404 });
    expect((await listNotes({ ...as, q: 'private', page: 1 })).rows).toEqual([]);
  }
  await expect(listLessonNotes({ ...own, actor: null, ...place })).rejects.toMatchObject({ status: 401 });
  expect((await listNotes({ ...own, q: '', page: 1 })).rows[0]?.text).toBe('private');
});

test('a learner writes notes only in an open lesson, and keeps them after losing the course [N14, P7]', async () => {
  await write('mine');
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug: place.courseSlug, now }));
  await expect(write('more')).rejects.toMatchObject({ status: 403, key: 'not-purchased' });
  await expect(
    addNote({ ...own, courseSlug: place.courseSlug, lesson: 'nope.mp4', note: { positionSeconds: 1, text: 'x' }, now }),
  ).rejects.toMatchObject({ status: 404 });
  expect(await listLessonNotes({ ...own, ...place })).toHaveLength(1);
});

test('notes are only in the learner’s own data export, follow a renamed course, and are deleted with the account [N14, A14]', async () => {
  await write('mine', 9);
  expect((await exportOf(mona, 'mona', now)).notes).toMatchObject([{ ...place, positionSeconds: 9, text: 'mine' }]);
  expect(await exportOf(buildActor('admin'), 'mona', now)).not.toHaveProperty('notes');
  await transaction((tx) => renameCourse(tx, place.courseSlug, 'next'));
  expect((await listNotes({ ...own, q: '', page: 1 })).rows[0]?.courseSlug).toBe('next');
  await (
    await db()
  ).session.create({
    data: { id: 'admin-session', userId: 'admin', expiresAt: new Date('2100-01-01') },
    select: { id: true },
  });
  await deleteAccount({
    actor: buildActor('admin', { totpAt: now }),
    userId: 'mona',
    email: 'mona@midan.example',
    device: { userAgent: '', ip: '' },
    now,
  });
  expect(await (await db()).note.count()).toBe(0);
});

test('reads a time in Arabic or Latin digits, and refuses anything else [N14]', () => {
  const parsePosition = (positionSeconds: unknown) =>
    newNoteSchema.safeParse({ positionSeconds, text: 'x' }).data?.positionSeconds;
  expect([parsePosition('1:35'), parsePosition('٢:٠٥'), parsePosition('1:00:03'), parsePosition(12.7)]).toEqual([
    95, 125, 3603, 12,
  ]);
  for (const wrong of ['', '95', '1:75', '-1:00', -1, 1e9, null])
    expect(parsePosition(wrong), String(wrong)).toBeUndefined();
});
