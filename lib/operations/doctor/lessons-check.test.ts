import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { storeAttachment } from '@/lib/lessons/attachment-files';
import { buildPictureInput, hasFfmpeg, makeClip, quickCodecs } from '@/tests/support/content/video-tools';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { type DiagnosticCheck, reportLines, runChecks } from './check';
import { attachmentsCheck, lessonsCheck } from './media-check';

const now = new Date('2026-11-21T10:00:00Z');
const report = async (check: DiagnosticCheck) => reportLines(await runChecks([check], now, 3000)).join('\n');
const text = { ar: 'س', en: 'x', de: 'x' };
let folder: string;

beforeEach(async () => {
  await resetDatabase();
  folder = createFolder('DATA_DIR');
  vi.stubEnv('MEDIA_DIR', join(folder, 'media'));
  resetConfig();
});
afterEach(() => removeFolder(folder));

it('reports a lesson whose video is missing or incomplete [O4]', async () => {
  const client = await db();
  await client.course.create({ data: { slug: 'c', text: {} } });
  const chapter = await client.chapter.create({ data: { courseSlug: 'c', position: 0, title: text } });
  await client.lesson.create({
    data: { courseSlug: 'c', chapterId: chapter.id, position: 0, file: 'one.mp4', path: 'c\\one.mp4', name: text },
  });
  expect(await report(lessonsCheck)).toMatch(/BAD.*c\/one\.mp4 cannot be played: no lesson\.json/);
  const video = join(folder, 'media/c/one.mp4');
  mkdirSync(video, { recursive: true });
  const rendition = {
    name: '240p',
    width: 1,
    height: 1,
    bandwidth: 1,
    averageBandwidth: 1,
    bytes: 9,
    codecs: '',
    frameRate: 1,
    file: '240p.mp4',
    playlist: '240p.m3u8',
  };
  const thumbnails = { file: 't.webp', everySeconds: 1, columns: 1, rows: 1, width: 1, height: 1 };
  const source = { file: 'video.mp4', type: 'video/mp4', bytes: 3 };
  writeFileSync(
    join(video, 'lesson.json'),
    JSON.stringify({
      version: 1,
      durationSeconds: 1,
      renditions: [rendition],
      source,
      poster: 'p.webp',
      thumbnails,
      captions: [],
    }),
  );
  writeFileSync(join(video, 'video.mp4'), 'abc');
  writeFileSync(join(video, '240p.mp4'), 'abc');
  expect(await report(lessonsCheck)).toMatch(/BAD.*240p\.mp4 has 3 bytes, 9 expected/);
  writeFileSync(join(video, '240p.mp4'), 'abcabcabc');
  vi.stubEnv('PATH', folder);
  expect(await report(lessonsCheck)).toMatch(
    /^ok.*1 lessons have all their files; none was decoded, as ffmpeg is not installed/,
  );
});

/** Stores a lesson whose source is a sound video. @returns a function that writes its only rendition */
async function storeLesson(): Promise<(rendition: Buffer) => void> {
  const client = await db();
  await client.course.create({ data: { slug: 'c', text: {} } });
  const chapter = await client.chapter.create({ data: { courseSlug: 'c', position: 0, title: text } });
  await client.lesson.create({
    data: { courseSlug: 'c', chapterId: chapter.id, position: 0, file: 'one.mp4', path: 'c\\one.mp4', name: text },
  });
  const video = join(folder, 'media/c/one.mp4');
  mkdirSync(video, { recursive: true });
  makeClip(video, 'video.mp4', `${buildPictureInput(1, '64x36')} ${quickCodecs}`);
  const thumbnails = { file: 't.webp', everySeconds: 1, columns: 1, rows: 1, width: 1, height: 1 };
  return (rendition) => {
    writeFileSync(join(video, '240p.mp4'), rendition);
    const facts = {
      name: '240p',
      width: 64,
      height: 36,
      bandwidth: 1,
      averageBandwidth: 1,
      bytes: rendition.length,
      codecs: '',
      frameRate: 10,
      file: '240p.mp4',
      playlist: '240p.m3u8',
    };
    const source = { file: 'video.mp4', type: 'video/mp4', bytes: statSync(join(video, 'video.mp4')).size };
    writeFileSync(
      join(video, 'lesson.json'),
      JSON.stringify({
        version: 1,
        durationSeconds: 1,
        renditions: [facts],
        source,
        poster: 'p.webp',
        thumbnails,
        captions: [],
      }),
    );
  };
}

it.runIf(hasFfmpeg)(
  'calls a lesson playable only if the beginning of each of its files can be decoded [L10]',
  async () => {
    const writeRendition = await storeLesson();
    writeRendition(readFileSync(join(folder, 'media/c/one.mp4/video.mp4')));
    expect(await report(lessonsCheck)).toMatch(/^ok.*1 lessons can be played/);
    writeRendition(Buffer.alloc(5000, 'x'));
    expect(await report(lessonsCheck)).toMatch(
      /BAD.*c\/one\.mp4 cannot be played: the beginning of 240p\.mp4 cannot be decoded/,
    );
  },
);

it.runIf(hasFfmpeg)(
  'warns of a late picture, and calls a lesson unplayable only if players stop at its segments [L10]',
  async () => {
    const writeRendition = await storeLesson();
    const encodeReordered = (rate: string) =>
      readFileSync(makeClip(folder, `r${rate}.mp4`, `${buildPictureInput(8, '64x36', rate)} -c:v libx264 -bf 3`));
    writeRendition(encodeReordered('5'));
    expect(await report(lessonsCheck)).toMatch(
      /^warn.*c\/one\.mp4: the picture of 240p\.mp4 is 0\.4 s behind its sound/,
    );
    writeRendition(encodeReordered('1'));
    expect(await report(lessonsCheck)).toMatch(/BAD.*c\/one\.mp4 cannot be played: 240p\.mp4 stops at each segment/);
  },
);

it.runIf(hasFfmpeg)('finds no fault in the sample lessons [L10]', async () => {
  const client = await db();
  await client.course.create({ data: { slug: 'nextjs-from-zero', text: {} } });
  const chapter = await client.chapter.create({ data: { courseSlug: 'nextjs-from-zero', position: 0, title: text } });
  const lesson = { courseSlug: 'nextjs-from-zero', chapterId: chapter.id, name: text };
  await client.lesson.create({ data: { ...lesson, position: 0, file: '01-welcome.mp4', path: '01-welcome.mp4' } });
  vi.stubEnv('MEDIA_DIR', 'media');
  resetConfig();
  expect(await report(lessonsCheck)).toMatch(/^ok.*1 lessons can be played/);
});

it('reports an attachment that a course file names and the lesson folder lacks [O4, N17]', async () => {
  const client = await db();
  await client.course.create({ data: { slug: 'c', text: {} } });
  await client.attachment.create({
    data: { courseSlug: 'c', lesson: 'one.mp4', name: text, fileName: 'a.md', position: 0 },
  });
  expect(await report(attachmentsCheck)).toMatch(/BAD.*c\/attachments\/a\.md of one\.mp4 is missing/);
  mkdirSync(join(folder, 'media/c/attachments'), { recursive: true });
  writeFileSync(join(folder, 'media/c/attachments/a.md'), '# A');
  expect(await report(attachmentsCheck)).toMatch(/^ok/);
});

it('reports an uploaded attachment that is lost or incomplete [O4, N17]', async () => {
  const client = await db();
  await client.course.create({ data: { slug: 'c', text: {} } });
  const { id } = await client.attachment.create({
    data: { courseSlug: 'c', lesson: 'one.mp4', name: text, fileName: 'b.pdf', bytes: 3 },
  });
  expect(await report(attachmentsCheck)).toMatch(
    new RegExp(`BAD.*b\\.pdf of c/one\\.mp4 \\(attachments/${id}\\) is missing: restore it from a backup`),
  );
  await storeAttachment(id, Buffer.from('%P'), 'application/pdf');
  expect(await report(attachmentsCheck)).toMatch(/BAD.*has 2 bytes, 3 expected/);
  await storeAttachment(id, Buffer.from('%PD'), 'application/pdf');
  expect(await report(attachmentsCheck)).toMatch(/^ok/);
});
