import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as content from '@/lib/content/read';
import type { CourseData } from '@/lib/content/schema';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { db } from '@/lib/database/client';
import { syncAttachments } from '@/lib/lessons/attachment-files';
import { resetDatabase } from '@/tests/support/database';

beforeEach(resetDatabase);
afterEach(() => vi.restoreAllMocks());

const listRows = async () =>
  (await db()).attachment.findMany({
    orderBy: [{ lesson: 'asc' }, { createdAt: 'asc' }],
    select: { id: true, lesson: true, fileName: true, name: true, position: true },
  });

test('adds attachments of course files at startup, updates them with the files, and keeps uploaded ones [N17, O7]', async () => {
  await syncCatalogue();
  await Promise.all([syncAttachments(), syncAttachments()]);
  const first = await listRows();
  expect(first).toMatchObject([
    {
      lesson: '01-welcome.mp4',
      fileName: 'course-plan.md',
      position: 0,
      name: { en: 'The plan of the course, lesson by lesson' },
    },
    { lesson: '03-layouts.mp4', fileName: 'layout.tsx' },
  ]);
  await syncAttachments();
  expect(await listRows()).toEqual(first);
  await (
    await db()
  ).attachment.create({
    data: { courseSlug: 'nextjs-from-zero', lesson: '04-data.mp4', name: {}, fileName: 'uploaded.md', bytes: 1 },
  });
  const read = content.readCourses;
  vi.spyOn(content, 'readCourses').mockImplementation(
    async (lang) =>
      JSON.parse(
        JSON.stringify(await read(lang))
          .replaceAll(/,"attachments":\[\{"file":"layout.tsx".*?\]/g, '')
          .replaceAll('lesson by lesson', 'briefly'),
      ) as CourseData[],
  );
  await syncAttachments();
  expect(await listRows()).toMatchObject([
    { id: first[0]!.id, name: { en: 'The plan of the course, briefly' } },
    { fileName: 'uploaded.md', position: null },
  ]);
});
