import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, transaction } from '@/lib/database/client';
import { matchesFileType } from '@/lib/lessons/admin/lesson-attachments';
import { contentDispositionOf, storeAttachment, sweepAttachmentFiles } from '@/lib/lessons/attachment-files';
import {
  downloadAttachment,
  downloadPreviewAttachment,
  listAttachments,
  listPreviewAttachments,
} from '@/lib/lessons/attachments';
import type { Actor } from '@/lib/permissions';
import { startBucketMock } from '@/mocks/media-bucket';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readProblemStatus } from '@/tests/support/problems';

const courseSlug = 'nextjs-from-zero';
const lesson = '02-first.mp4';
const free = '01-welcome.mp4';
const now = new Date('2026-11-22T12:00:00Z');
const name = { ar: 'تمارين', en: 'Exercises', de: 'Übungen' };
let folder: string;
let mona: Actor;
let people = 0;

async function attach(to = lesson, fileName = 'تمارين.zip', position: number | null = null) {
  const { id } = await (
    await db()
  ).attachment.create({
    data: { courseSlug, lesson: to, name, fileName, position, bytes: position === null ? 3 : null },
    select: { id: true },
  });
  if (position === null) await storeAttachment(id, Buffer.from('abc'), 'application/zip');
  return id;
}

const place = { courseSlug, lesson };
const list = (actor: Actor | null = mona) => listAttachments(actor, place, { lang: 'ar', now });
const ask = (
  id: string,
  query = '',
  over: Partial<{ actor: Actor | null; now: Date; isHead: boolean; userId: string }> = {},
) =>
  downloadAttachment(
    { actor: mona, userId: mona.userId, attachmentId: id, now, isHead: false, ...over },
    new URLSearchParams(query),
  );

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  folder = createFolder('DATA_DIR');
  vi.stubEnv('MEDIA_DIR', join(folder, 'media'));
  resetConfig();
  people += 1;
  mona = { ...buildActor('learner'), userId: `mona-${people}`, sessionId: 'session-1' };
  await seedLearner(mona.userId);
  await transaction((tx) =>
    grantEnrolment(tx, { userId: mona.userId, courseSlug, orderId: null, source: 'purchase', now }),
  );
});
afterEach(() => removeFolder(folder));

test('lists a lesson’s files in the learner’s language, those of the course file first [N17]', async () => {
  await attach();
  await attach(lesson, 'plan.md', 0);
  await attach(lesson, 'not-there.md', 1);
  await mkdir(join(folder, 'media', courseSlug, 'attachments'), { recursive: true });
  await writeFile(join(folder, 'media', courseSlug, 'attachments', 'plan.md'), '# Plan');
  expect(await list()).toMatchObject([
    { name: 'تمارين', fileName: 'plan.md', type: 'text/plain; charset=utf-8', bytes: 6 },
    { name: 'تمارين', fileName: 'تمارين.zip', type: 'application/zip', bytes: 3 },
  ]);
});

test('a signed URL downloads the file in its own session until it expires, and counts as opening the lesson [N17, L7]', async () => {
  const id = await attach();
  const other = await attach();
  const address = new URL((await list())[0]!.url, 'http://x');
  expect(address.pathname).toBe(`/api/user/${mona.userId}/attachments/${id}`);
  const query = address.search;
  const { headers } = await ask(id, query);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-accel-redirect': `/_protected/data/attachments/${id}`,
    'content-type': 'application/zip',
    'x-content-type-options': 'nosniff',
    'x-media-user': mona.userId,
    'content-disposition': `attachment; filename="______.zip"; filename*=UTF-8''${encodeURIComponent('تمارين.zip')}`,
  });
  expect((await countLessonAccess(await db(), { userId: mona.userId, courseSlug })).accessed).toBe(1);
  expect(await readProblemStatus(ask(other, query))).toBe(403);
  expect(await readProblemStatus(ask(id, query, { actor: { ...mona, sessionId: 'session-2' } }))).toBe(403);
  expect(await readProblemStatus(ask(id, query, { actor: null }))).toBe(403);
  expect(await readProblemStatus(ask(id, query, { now: new Date(now.getTime() + 7_300_000) }))).toBe(403);
  expect(await readProblemStatus(ask(id, query.replace(/sig=./, 'sig=!')))).toBe(403);
});

test('refuses files without the course, after a refund or without a session [N17, G3, P7]', async () => {
  const id = await attach();
  const signed = new URL((await list())[0]!.url, 'http://x').search;
  const hala = { ...mona, userId: 'hala', sessionId: 'session-3' };
  expect([
    await readProblemStatus(ask(id)),
    await readProblemStatus(ask(id, '', { actor: null })),
    await readProblemStatus(ask(id, '', { actor: hala })),
    await readProblemStatus(ask(id, '', { actor: hala, userId: 'hala' })),
    await readProblemStatus(list(hala)),
  ]).toEqual([200, 401, 403, 403, 403]);
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug, now }));
  const later = { now: new Date(now.getTime() + 5000) };
  expect([
    await readProblemStatus(ask(id, signed, later)),
    await readProblemStatus(list()),
    await readProblemStatus(ask('none', '', later)),
  ]).toEqual([403, 403, 404]);
});

test('serves files of the free lesson to every visitor, and files of no other lesson [N17, C6]', async () => {
  const id = await attach(free);
  const paid = await attach();
  const [first] = await listPreviewAttachments({ courseSlug, lesson: free }, 'de');
  expect(first).toMatchObject({ name: 'Übungen', url: `/api/preview/${courseSlug}/${free}/attachments/${id}` });
  expect(
    (await downloadPreviewAttachment({ courseSlug, lesson: free }, id)).headers.get('content-disposition'),
  ).toMatch(/^attachment;/);
  expect(await readProblemStatus(downloadPreviewAttachment({ courseSlug, lesson: free }, paid))).toBe(404);
  expect(await readProblemStatus(downloadPreviewAttachment(place, paid))).toBe(404);
  expect(await readProblemStatus(listPreviewAttachments(place, 'de'))).toBe(404);
});

test('stores files in the bucket and serves them from there, if one is configured [N17, L7]', async () => {
  const bucket = await startBucketMock();
  for (const [variable, value] of Object.entries(bucket.env)) vi.stubEnv(variable, value);
  resetConfig();
  const id = await attach();
  expect(await bucket.listKeys()).toEqual([`attachments/${id}`]);
  expect((await ask(id)).headers.get('x-accel-redirect')).toBe(`/_protected/media/attachments/${id}`);
  await bucket.close();
});

test('stores the whole uploaded file in DATA_DIR [N17]', async () => {
  const id = await attach();
  expect(await readFile(join(folder, 'attachments', id), 'utf8')).toBe('abc');
});

test('sweeps only files without a row that are older than a day [N17]', async () => {
  const id = await attach();
  await Promise.all(['stray', 'stray.new', 'young'].map((file) => writeFile(join(folder, 'attachments', file), 'abc')));
  const long = new Date(now.getTime() - 90_000_000);
  await Promise.all([id, 'stray', 'stray.new'].map((file) => utimes(join(folder, 'attachments', file), long, long)));
  await utimes(join(folder, 'attachments', 'young'), now, now);
  expect(await sweepAttachmentFiles(now)).toEqual({ count: 2 });
  expect((await readdir(join(folder, 'attachments'))).sort()).toEqual([id, 'young'].sort());
});

test('sweeps a file without a row from the bucket after a day, and keeps foreign, newer and referenced objects [N17]', async () => {
  const bucket = await startBucketMock();
  for (const [variable, value] of Object.entries(bucket.env)) vi.stubEnv(variable, value);
  resetConfig();
  const id = await attach();
  const [stray, ...others] = [
    '0199a000-0000-7000-8000-000000000001',
    'notes.txt',
    `0199a000-0000-7000-8000-000000000002/a.mp4`,
  ].map((name) => `attachments/${name}`);
  for (const key of [stray!, ...others]) await bucket.put(key, 'x');
  const today = new Date();
  expect(await sweepAttachmentFiles(today)).toEqual({ count: 0 });
  const tomorrow = new Date(today.getTime() + 90_000_000);
  bucket.setFault('refuse');
  expect(await sweepAttachmentFiles(tomorrow)).toEqual({ count: 0 });
  bucket.setFault(null);
  expect(await sweepAttachmentFiles(tomorrow)).toEqual({ count: 1 });
  expect(await bucket.listKeys()).toEqual([`attachments/${id}`, ...others].sort());
  await bucket.close();
});

test('judges a file by its content, not by its name [N17, X34]', () => {
  const zip = Buffer.from('PK\x03\x04 and more', 'latin1');
  const document = Buffer.concat([zip, Buffer.from('[Content_Types].xml')]);
  const cases: Array<[string, Buffer, boolean]> = [
    ['a.pdf', Buffer.from('%PDF-1.7'), true],
    ['a.pdf', zip, false],
    ['a.zip', zip, true],
    ['a.docx', zip, false],
    ['a.docx', document, true],
    ['a.DOCX', document, true],
    ['a.odt', Buffer.concat([zip, Buffer.from('mimetypeapplication/vnd.oasis.opendocument.text')]), true],
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), true],
    ['a.png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), true],
    ['a.png', Buffer.from('GIF89a'), false],
    ['a.ts', Buffer.from('const ص = 1;'), true],
    ['a.ts', Buffer.from([0xff, 0xfe, 0x41]), false],
    ['a.txt', Buffer.from('a\0b'), false],
    ['a.exe', Buffer.from('MZ'), false],
    ['pdf', Buffer.from('%PDF-'), false],
  ];
  for (const [fileName, bytes, fits] of cases)
    expect([fileName, matchesFileType(fileName, bytes)]).toEqual([fileName, fits]);
});

test('a file name cannot break out of its header [N17, X34]', () => {
  expect(contentDispositionOf('a"; x=\r\n\\ü\'().md')).toBe(
    "attachment; filename=\"a_; x=____'().md\"; filename*=UTF-8''a%22%3B%20x%3D%0D%0A%5C%C3%BC%27%28%29.md",
  );
});
