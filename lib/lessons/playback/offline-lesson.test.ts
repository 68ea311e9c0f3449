import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { saveProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import type { Problem } from '@/lib/problem';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { createFolder, removeFolder } from '@/tests/support/folders';
import { readByteRanges } from './hls-playlist';
import { describeOfflineLesson, offlineQuerySchema } from './offline-lesson';
import { streamLesson } from './stream';

const courseSlug = 'nextjs-from-zero';
const lesson = '02-first.mp4';
const now = new Date('2026-11-21T12:00:00Z');
const playlist =
  '#EXTM3U\n#EXT-X-MAP:URI="240p.mp4",BYTERANGE="5@0"\n#EXTINF:2.0,\n#EXT-X-BYTERANGE:7@5\n240p.mp4\n#EXTINF:2.0,\n#EXT-X-BYTERANGE:9\n240p.mp4\n#EXT-X-ENDLIST\n';
const rendition = {
  name: '240p',
  width: 426,
  height: 240,
  bandwidth: 100,
  averageBandwidth: 90,
  bytes: 21,
  codecs: 'avc1.4d401e,mp4a.40.2',
  frameRate: 25,
  file: '240p.mp4',
  playlist: '240p.m3u8',
};
let media: string;
let mona: Actor;
let people = 0;

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  media = createFolder('MEDIA_DIR');
  const folder = path.join(media, courseSlug, lesson);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, 'lesson.json'),
    JSON.stringify({
      version: 1,
      durationSeconds: 30,
      renditions: [rendition],
      source: { file: 'video.mp4', type: 'video/mp4', bytes: 5 },
      poster: 'poster.webp',
      thumbnails: { file: 'thumbnails.webp', everySeconds: 2, columns: 1, rows: 1, width: 160, height: 90 },
      captions: [{ lang: 'ar', file: 'captions.ar.vtt' }],
    }),
  );
  await writeFile(path.join(folder, '240p.m3u8'), playlist);
  await writeFile(path.join(folder, 'captions.ar.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\nأهلًا\n');
  people += 1;
  mona = buildActor('learner', {
    userId: `offline-${people}`,
    sessionId: 'session-1',
    name: '',
    email: 'mona@midan.example',
    lang: 'ar',
    signedInAt: now,
  });
  await seedLearner(mona.userId);
  await transaction((tx) =>
    grantEnrolment(tx, { userId: mona.userId, courseSlug, orderId: null, source: 'purchase', now }),
  );
});

afterEach(() => removeFolder(media));

const buildRequest = (actor: Actor | null = mona, isHead = false) => ({
  actor,
  userId: mona.userId,
  courseSlug,
  lesson,
  now,
  isHead,
  lang: 'ar' as const,
  quality: '240p' as const,
});
const readProblem = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (problem: Problem) => `${problem.status} ${problem.key}`,
  );

test('reads the byte ranges of a playlist, with the initialization section first [N18]', () => {
  expect(readByteRanges(playlist)).toEqual([
    { offset: 0, bytes: 5 },
    { offset: 5, bytes: 7 },
    { offset: 12, bytes: 9 },
  ]);
});

test('describes a lesson’s size, its parts, and when the device has to remove it [N18]', async () => {
  await saveProgress({ userId: mona.userId, courseSlug, lesson, durationSeconds: 30, positionSeconds: 12, now });
  const answer = await describeOfflineLesson(buildRequest());
  expect(answer.bytes).toBe(rendition.bytes);
  expect(answer.parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(rendition.bytes);
  expect(answer.playlist).toContain('URI="part.mp4"');
  expect(answer.playlist).not.toContain('240p.mp4');
  expect([
    answer.positionSeconds,
    answer.watermark,
    answer.spokenLanguage,
    answer.captions.map(({ lang }) => lang),
  ]).toEqual([12, 'mo•••@midan.example', 'ar', ['ar']]);
  expect(answer.endsAt.getTime() - answer.answeredAt.getTime()).toBe(30 * 86_400_000);
});

test('signs the URL for the caller’s session, and refuses it in another one [N18, L7]', async () => {
  const { url } = await describeOfflineLesson(buildRequest());
  const query = new URL(url, 'http://localhost').searchParams;
  const stream = (actor: Actor) => streamLesson({ actor, userId: mona.userId, courseSlug, lesson, now }, query);
  expect((await stream(mona)).headers.get('x-accel-redirect')).toContain('240p.mp4');
  expect(await readProblem(stream({ ...mona, sessionId: 'session-2' }))).toBe('403 media-url');
});

test('a download counts as opening the lesson; a HEAD request does not [N18, P7]', async () => {
  const countOpened = async () => (await countLessonAccess(await db(), { userId: mona.userId, courseSlug })).accessed;
  await describeOfflineLesson(buildRequest(mona, true));
  expect(await countOpened()).toBe(0);
  await describeOfflineLesson(buildRequest());
  expect(await countOpened()).toBe(1);
});

test('refuses visitors, guests, other learners and refunded buyers, and answers 404 for a missing quality [N18, G3]', async () => {
  expect(await readProblem(describeOfflineLesson(buildRequest(null)))).toBe('401 unauthorized');
  expect(await readProblem(describeOfflineLesson(buildRequest({ ...mona, role: 'guest' })))).toBe(
    '403 sign-up-required',
  );
  expect(await readProblem(describeOfflineLesson(buildRequest({ ...mona, userId: 'ali' })))).toBe('403 forbidden');
  expect(await readProblem(describeOfflineLesson({ ...buildRequest(), quality: 'audio' }))).toBe('404 video-missing');
  await transaction((tx) => revokeEnrolment(tx, { userId: mona.userId, courseSlug, now }));
  // An access check is trusted for three seconds.
  expect(await readProblem(describeOfflineLesson({ ...buildRequest(), now: new Date(now.getTime() + 5000) }))).toBe(
    '403 not-purchased',
  );
});

test('offers only qualities small enough for a phone [N18]', () => {
  expect(['240p', 'audio', '720p', ''].map((quality) => offlineQuerySchema.safeParse({ quality }).success)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
