import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readProblemStatus } from '@/tests/support/problems';
import { addAttachment, listCourseAttachments, removeAttachment, renameAttachment } from './lesson-attachments';

const admin = buildActor('admin');
const courseSlug = 'nextjs-from-zero';
const names = inEachLanguage((lang) => (lang === 'ar' ? 'تمارين' : `Exercises ${lang}`));
let folder: string;

const add = (bytes: Buffer | string = '# A', fileName = 'a.md', lesson = '02-first.mp4', actor = admin) =>
  addAttachment(actor, {
    courseSlug,
    lesson,
    described: { fileName, ...names },
    bytes: Buffer.from(bytes),
    lang: 'en',
  });
const listFiles = () => readdir(join(folder, 'attachments')).catch(() => []);

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  folder = createFolder('DATA_DIR');
  vi.stubEnv('ATTACHMENT_MAX_MB', '1');
  resetConfig();
});
afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(folder);
});

test('attaches, renames and deletes a file with its bytes, each in the audit log [N17]', async () => {
  const { id } = await add('# A', 'C:\\files\\‮خطة.md');
  expect(await listCourseAttachments(admin, courseSlug)).toEqual([
    { id, lesson: '02-first.mp4', name: names, fileName: 'خطة.md', bytes: 3, fromFiles: false },
  ]);
  expect(await listFiles()).toEqual([id]);
  expect((await renameAttachment(admin, id, { ...names, en: 'Plan' })).name.en).toBe('Plan');
  await removeAttachment(admin, id);
  expect([await listCourseAttachments(admin, courseSlug), await listFiles()]).toEqual([[], []]);
  expect(await readProblemStatus(removeAttachment(admin, id))).toBe(404);
  expect(await listAuditActions()).toEqual(['attachment.add', 'attachment.rename', 'attachment.remove']);
});

test.each([
  ['is empty', '', 'a.md', /empty/],
  ['is too large', Buffer.alloc(1024 ** 2 + 1, 'a'), 'a.md', /larger than 1 MB/],
  ['has a type that is not allowed', 'MZ', 'a.exe', /type/],
  ['is not what it is called', 'abc', 'a.pdf', /its name/],
])(
  'refuses a file that %s, with the reason in the visitor’s language [N17, X34]',
  async (_, bytes, fileName, reason) => {
    await expect(add(bytes, fileName)).rejects.toMatchObject({
      status: 422,
      errors: { file: [expect.stringMatching(reason)] },
    });
    expect(await listFiles()).toEqual([]);
  },
);

test('lets only an admin attach files, answers 404 for a missing lesson, and leaves attachments from course files unchanged [N17, O7]', async () => {
  expect(await readProblemStatus(add('# A', 'a.md', '02-first.mp4', buildActor('editor')))).toBe(403);
  expect(await readProblemStatus(add('# A', 'a.md', 'none.mp4'))).toBe(404);
  const { id } = await (
    await db()
  ).attachment.create({
    data: { courseSlug, lesson: '02-first.mp4', name: names, fileName: 'a.md', position: 0 },
    select: { id: true },
  });
  expect([
    await readProblemStatus(renameAttachment(admin, id, names)),
    await readProblemStatus(removeAttachment(admin, id)),
  ]).toEqual([409, 409]);
  expect(await listCourseAttachments(admin, courseSlug)).toMatchObject([{ bytes: null, fromFiles: true }]);
});

test('leaves no file when writing its row failed [N17]', async () => {
  const audit = await import('@/lib/accounts/audit');
  vi.spyOn(audit, 'writeAudit').mockRejectedValue(new Error('killed'));
  await expect(add()).rejects.toThrow('killed');
  expect(await listFiles()).toEqual([]);
});
