import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { openLesson } from '@/lib/courses/enrolment/open-lesson';
import { progressSchema, reportProgress } from '@/lib/courses/progress/report-progress';
import { db, transaction } from '@/lib/database/client';
import type { Manifest } from '@/lib/lessons/manifest';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readProblemStatus } from '@/tests/support/problems';
import {
  parsePlaylistId,
  previewPlaylist,
  readLessonPlaylist,
  readWholeVideo,
  streamLesson,
  streamPreview,
} from './stream';

const courseSlug = 'nextjs-from-zero';
const lesson = '02-first.mp4';
const now = new Date('2026-11-21T12:00:00Z');
let media: string;
let mona: Actor;
let people = 0;

const buildRendition = (name: '480p' | 'audio'): Manifest['renditions'][number] => ({
  name,
  width: name === 'audio' ? 0 : 854,
  height: name === 'audio' ? 0 : 480,
  bandwidth: 100,
  averageBandwidth: 90,
  bytes: 10,
  codecs: 'avc1.4d401e,mp4a.40.2',
  frameRate: 25,
  file: `${name}.mp4`,
  playlist: `${name}.m3u8`,
});

async function writeLesson(file: string, durationSeconds = 30) {
  const folder = path.join(media, courseSlug, file);
  await mkdir(folder, { recursive: true });
  const manifest: Manifest = {
    version: 1,
    durationSeconds,
    renditions: [buildRendition('480p'), buildRendition('audio')],
    source: { file: 'video.mp4', type: 'video/mp4', bytes: 4 },
    poster: 'poster.webp',
    thumbnails: { file: 'thumbnails.webp', everySeconds: 2, columns: 1, rows: 1, width: 160, height: 90 },
    captions: [{ lang: 'ar', file: 'captions.ar.vtt' }],
  };
  await writeFile(path.join(folder, 'lesson.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'video.mp4'), 'video');
  await writeFile(
    path.join(folder, '480p.m3u8'),
    '#EXTM3U\n#EXT-X-MAP:URI="480p.mp4",BYTERANGE="5@0"\n#EXTINF:2.0,\n#EXT-X-BYTERANGE:5@5\n480p.mp4\n#EXT-X-ENDLIST\n',
  );
}

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  media = createFolder('MEDIA_DIR');
  await writeLesson(lesson);
  await writeLesson('01-welcome.mp4');
  people += 1;
  mona = buildActor('learner', {
    userId: `mona-${people}`,
    sessionId: 'session-1',
    name: '',
    email: null,
    lang: 'ar',
    signedInAt: now,
  });
  await seedLearner(mona.userId);
  await transaction((tx) =>
    grantEnrolment(tx, { userId: mona.userId, courseSlug, orderId: null, source: 'purchase', now }),
  );
});

afterEach(() => removeFolder(media));

const watch = (actor: Actor | null = mona, at = now, file = lesson) => ({
  actor,
  userId: mona.userId,
  courseSlug,
  lesson: file,
  now: at,
});
const query = (text = '') => new URLSearchParams(text);
const countAccesses = async () => (await countLessonAccess(await db(), { userId: mona.userId, courseSlug })).accessed;

async function fetchSignedAddress() {
  const master = await readLessonPlaylist(watch(), query());
  const inner = master.split('\n').find((line) => line.startsWith('/'))!;
  const segments = await readLessonPlaylist(watch(), new URL(inner, 'http://x').searchParams);
  const address = new URL(
    segments.split('\n').find((line) => line.startsWith('/'))!,
    'http://x',
  );
  return { inner: new URL(inner, 'http://x').searchParams, address, segments };
}

test('the playlist contains only signed URLs, EXT-X-MAP included, of a file that the server sends [L7, S9]', async () => {
  const { address, segments } = await fetchSignedAddress();
  expect(segments).not.toMatch(/(?:^|")480p\.mp4/m);
  expect(/URI="(\/api[^"]+)"/.exec(segments)?.[1]).toBe(address.pathname + address.search);
  const order = await streamLesson(watch(), address.searchParams);
  expect(order.headers.get('x-accel-redirect')).toBe(`/_protected/media/${courseSlug}/${lesson}/480p.mp4`);
  expect(order.headers.get('content-type')).toBe('video/mp4');
});

test('an answer may be cached only as long as its access check is valid [L7, P7]', async () => {
  const { address } = await fetchSignedAddress();
  const readCacheHeader = async (asked: Promise<Response>) => (await asked).headers.get('x-accel-expires');
  const watchAt = (ms: number) => watch(mona, new Date(now.getTime() + ms));
  expect(await readCacheHeader(streamLesson(watchAt(4000), address.searchParams))).toBe('3');
  expect(
    await readCacheHeader(streamLesson(watchAt(5500), address.searchParams)),
    'as long as the earlier check holds',
  ).toBe('1');
  const expiresMs = Number(address.searchParams.get('exp')) * 1000 - now.getTime();
  expect(
    await readCacheHeader(streamLesson(watchAt(expiresMs - 1000), address.searchParams)),
    'not beyond the address itself',
  ).toBe('1');
  expect(await readCacheHeader(streamLesson({ ...watchAt(9000), isHead: true }, address.searchParams))).toBeNull();
  expect(await readCacheHeader(streamLesson(watchAt(expiresMs + 60_000), query())), 'unsigned').toBe('3');
  expect(await readCacheHeader(streamPreview(courseSlug, '01-welcome.mp4', null))).toBe('60');
});

test('refuses a signed URL in another session, without a session, for another file, and after it expired [L7]', async () => {
  const { address, inner } = await fetchSignedAddress();
  const other = { ...mona, sessionId: 'session-2' };
  const later = new Date(now.getTime() + 7_200_000);
  const swapped = new URLSearchParams(address.searchParams);
  swapped.set('file', 'audio.mp4');
  const stretched = new URLSearchParams(address.searchParams);
  stretched.set('exp', String(Number(stretched.get('exp')) + 1000));
  for (const refused of [
    streamLesson(watch(other), address.searchParams),
    streamLesson(watch(null), address.searchParams),
    streamLesson(watch(), swapped),
    streamLesson(watch(), stretched),
    streamLesson(watch(mona, later), address.searchParams),
    streamLesson(watch(mona, now, '03-data.mp4'), address.searchParams),
    readLessonPlaylist(watch(other), inner),
    readLessonPlaylist(watch(mona, later), inner),
  ])
    expect(await readProblemStatus(refused)).toBe(403);
});

test('a new video makes the URLs of the old one answer 403, and the next playlist has new ones; new captions change nothing [L7, O7]', async () => {
  const { address, inner } = await fetchSignedAddress();
  const listStatuses = async () => [
    await readProblemStatus(streamLesson(watch(), address.searchParams)),
    await readProblemStatus(readLessonPlaylist(watch(), inner)),
  ];
  const manifest = path.join(media, courseSlug, lesson, 'lesson.json');
  const stored = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  await writeFile(manifest, JSON.stringify({ ...stored, captions: [] }));
  expect(await listStatuses()).toEqual([200, 200]);
  await writeLesson(lesson, 31);
  await expect.poll(listStatuses, { timeout: 2000 }).toEqual([403, 403]);
  const swapped = new URLSearchParams(address.searchParams);
  const renewed = await fetchSignedAddress();
  swapped.set('video', renewed.address.searchParams.get('video')!);
  expect(await readProblemStatus(streamLesson(watch(), swapped)), 'a version is not exchanged by hand').toBe(403);
  expect(await readProblemStatus(streamLesson(watch(), renewed.address.searchParams))).toBe(200);
});

test('a refund ends playback of URLs that were already issued [L7, P7]', async () => {
  const { address } = await fetchSignedAddress();
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug, now }));
  const soon = new Date(now.getTime() + 5000);
  expect(await readProblemStatus(streamLesson(watch(mona, soon), address.searchParams))).toBe(403);
});

test('a refund request closes every way to unopened lessons, and keeps opened ones playable [P7]', async () => {
  await writeLesson('03-data.mp4');
  const { address } = await fetchSignedAddress();
  const unopened = new URL(
    (await readLessonPlaylist(watch(mona, now, '03-data.mp4'), query('x=1')))
      .split('\n')
      .find((line) => line.startsWith('/'))!,
    'http://x',
  ).searchParams;
  const client = await db();
  await client.lessonAccess.deleteMany({ where: { lesson: '03-data.mp4' } });
  const order = await client.order.create({
    data: {
      userId: mona.userId,
      productKey: 'course-nextjs',
      courseSlug,
      description: '',
      amountPiastres: 1,
      status: 'refund_requested',
      expiresAt: now,
      paidAt: now,
    },
    select: { id: true },
  });
  const line = { orderId: order.id, position: 0 };
  await client.orderLine.create({
    data: { ...line, productKey: 'course-nextjs', courseSlug, description: '', listPiastres: 1, totalPiastres: 1 },
  });
  await client.refundRequest.create({
    data: {
      orderId: order.id,
      reason: '',
      amountPiastres: 1,
      dueAt: now,
      lines: { create: [{ ...line, amountPiastres: 1 }] },
    },
  });
  await client.enrolment.updateMany({ data: { orderId: order.id } });
  const soon = new Date(now.getTime() + 5000);
  const requestEveryWay = (file: string, signed: URLSearchParams) => [
    readLessonPlaylist(watch(mona, soon, file), query()),
    streamLesson(watch(mona, soon, file), query()),
    streamLesson(watch(mona, soon, file), query('file=captions.ar.vtt')),
    streamLesson(watch(mona, soon, file), query('file=poster.webp')),
    readLessonPlaylist(watch(mona, soon, file), signed),
    readWholeVideo({
      actor: mona,
      userId: mona.userId,
      courseName: courseSlug,
      path: `${courseSlug}\\part\\${file}`,
      now: soon,
    }),
    reportProgress({
      actor: mona,
      userId: mona.userId,
      courseSlug,
      report: progressSchema.parse({ lesson: file, played: true }),
      lang: 'ar',
      now: soon,
    }),
  ];
  for (const way of await Promise.allSettled(requestEveryWay('03-data.mp4', unopened)))
    expect(way).toMatchObject({ status: 'rejected', reason: { status: 403, key: 'refund-requested' } });
  for (const way of [
    ...requestEveryWay(lesson, query()),
    streamLesson(watch(mona, soon), address.searchParams),
    streamLesson(watch(mona, soon, '01-welcome.mp4'), query()),
  ])
    expect(await readProblemStatus(way)).toBe(200);
  const page = await openLesson({ actor: mona, slug: courseSlug, video: '03-data.mp4', lang: 'en', now: soon });
  expect(page).toMatchObject({ state: 'open', closedLessons: new Set(['03-data.mp4', '04-publish.mp4']) });
  expect(
    await client.lessonProgress.count({ where: { lesson: '03-data.mp4' } }),
    'a closed page marks nothing played',
  ).toBe(0);
});

test('an unsigned URL needs a session of that user and a purchase [L7, G6]', async () => {
  const stranger = { ...mona, userId: 'stranger' };
  expect(await readProblemStatus(streamLesson(watch(null), query()))).toBe(401);
  expect(await readProblemStatus(streamLesson(watch(stranger), query()))).toBe(403);
  expect(await readProblemStatus(streamLesson({ ...watch(stranger), userId: 'stranger' }, query()))).toBe(403);
  expect(await readProblemStatus(streamLesson({ ...watch({ ...mona, role: 'guest' }) }, query()))).toBe(403);
  expect(await readProblemStatus(streamLesson(watch(), query()))).toBe(200);
});

test.each([
  '../secret',
  '..%2Fsecret',
  'lesson.json',
  '480p.m3u8',
  '.steps',
  '/etc/passwd',
  'video.mp4/../lesson.json',
])('serves only the lesson’s own files: %s [L7]', async (file) => {
  expect(await readProblemStatus(streamLesson(watch(), new URLSearchParams({ file })))).toBe(404);
});

test('answers 404 for a lesson that the course does not have, whatever its name [L7]', async () => {
  for (const name of ['../nextjs-from-zero/02-first.mp4', '..', 'nope.mp4'])
    expect(await readProblemStatus(streamLesson(watch(mona, now, name), query()))).toBe(404);
});

test('records the first playback of a lesson once, and never a free preview or an image [P7]', async () => {
  await streamLesson(watch(), query('file=poster.webp'));
  await streamLesson(watch(mona, now, '01-welcome.mp4'), query());
  expect(await countAccesses()).toBe(0);
  await streamLesson(watch(), query());
  await readLessonPlaylist(watch(), query());
  expect(await countAccesses()).toBe(1);
});

test('getVideo returns headers and base64, and looks its path up in the course [S9]', async () => {
  const ask = (wanted: string) =>
    readWholeVideo({ actor: mona, userId: mona.userId, courseName: courseSlug, path: wanted, now });
  expect(await ask(`${courseSlug}\\part\\${lesson}`)).toEqual({
    headers: { 'Content-Type': 'video/mp4' },
    body: Buffer.from('video').toString('base64'),
  });
  for (const wanted of [lesson, `${courseSlug}/part/${lesson}`, '..\\..\\package.json'])
    expect(await readProblemStatus(ask(wanted))).toBe(404);
  expect(await countAccesses()).toBe(1);
});

test('getVideo answers 413 with the streaming URL above 8 MiB [L7, S9]', async () => {
  await rm(path.join(media, courseSlug, lesson), { recursive: true });
  await writeFile(path.join(media, courseSlug, lesson), Buffer.alloc(8 * 1024 * 1024 + 1));
  const refused = readWholeVideo({
    actor: mona,
    userId: mona.userId,
    courseName: courseSlug,
    path: `${courseSlug}\\part\\${lesson}`,
    now,
  });
  await expect(refused).rejects.toMatchObject({
    status: 413,
    members: { streamUrl: `/api/user/${mona.userId}/video/stream/${courseSlug}/${lesson}` },
  });
});

test('the playlist of a lesson without renditions has one entry, its stream [L7]', async () => {
  await rm(path.join(media, courseSlug, lesson), { recursive: true });
  await writeFile(path.join(media, courseSlug, lesson), 'a video');
  const lines = (await readLessonPlaylist(watch(), query())).split('\n').filter((line) => line.startsWith('/'));
  expect(lines).toHaveLength(1);
  expect(
    (await streamLesson(watch(), new URL(lines[0]!, 'http://x').searchParams)).headers.get('x-accel-redirect'),
  ).toBe(`/_protected/media/${courseSlug}/${lesson}`);
});

test('a free lesson has a public playlist with unsigned URLs of its own files; other lessons have none [N2, C6]', async () => {
  const base = `/api/preview/${courseSlug}/01-welcome.mp4`;
  expect(await previewPlaylist(courseSlug, '01-welcome.mp4', null)).toContain(`${base}/playlist?rendition=480p`);
  const segments = await previewPlaylist(courseSlug, '01-welcome.mp4', '480p');
  expect(segments).toContain(`#EXT-X-MAP:URI="${base}?file=480p.mp4"`);
  expect(segments).not.toMatch(/sig=|exp=/);
  expect(await readProblemStatus(previewPlaylist(courseSlug, '01-welcome.mp4', '9999p'))).toBe(404);
  expect(await readProblemStatus(previewPlaylist(courseSlug, lesson, null))).toBe(404);
});

test('the free preview plays for every visitor; other lessons have no preview [C6]', async () => {
  expect((await streamPreview(courseSlug, '01-welcome.mp4', null)).headers.get('x-accel-redirect')).toContain(
    '01-welcome.mp4/video.mp4',
  );
  expect(await readProblemStatus(streamPreview(courseSlug, lesson, null))).toBe(404);
  expect(await readProblemStatus(streamPreview(courseSlug, '01-welcome.mp4', 'lesson.json'))).toBe(404);
});

test('a playlist id consists of a course and a lesson [L7]', () => {
  expect(parsePlaylistId(`${courseSlug}~${lesson}`)).toEqual({ courseSlug, lesson });
  for (const id of ['', '~', 'a~', '~b', 'ab']) expect(parsePlaylistId(id)).toBeNull();
});
