import { beforeEach, describe, expect, it, test } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { grantEnrolment, revokeEnrolment } from '@/lib/courses/enrolment/enrolment';
import { recordFirstOpening } from '@/lib/courses/enrolment/lesson-access';
import { listMyCourses } from '@/lib/courses/enrolment/my-courses';
import { openLesson } from '@/lib/courses/enrolment/open-lesson';
import { giveFeedback } from '@/lib/courses/feedback';
import { db, transaction } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { buildActor } from '@/tests/support/actors';
import { seedCourse, seedLearner } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import {
  findCertificate,
  findNextToWatch,
  findOwnCertificate,
  issueCertificate,
  listCertificateNeeds,
  listOwnCertificates,
  renewCertificate,
} from './certificate';
import { findContinuePoint, saveProgress } from './progress';
import { findProgress, reportProgress } from './report-progress';

const courseSlug = 'nextjs-from-zero';
const files = ['01-welcome.mp4', '02-first.mp4', '03-data.mp4', '04-publish.mp4'];
const now = new Date('2026-11-21T12:00:00Z');
const mona = buildActor('learner', { userId: 'mona', name: 'منى السيد' });
const watch = (lesson: string, toSeconds: number, at = now) =>
  saveProgress({
    userId: 'mona',
    courseSlug,
    lesson,
    durationSeconds: 30,
    played: true,
    positionSeconds: toSeconds,
    watched: [[0, toSeconds]],
    now: at,
  });

beforeEach(async () => {
  await resetDatabase();
  await seedCourse();
  await seedLearner('mona');
  await transaction((tx) => grantEnrolment(tx, { userId: 'mona', courseSlug, orderId: null, source: 'purchase', now }));
});

test('a certificate requires enough of every lesson to be watched, and a second request returns the same one [P6]', async () => {
  for (const file of files.slice(1)) await watch(file, 30);
  await watch(files[0]!, 3);
  await expect(issueCertificate({ actor: mona, userId: mona.userId, courseSlug, now })).rejects.toMatchObject({
    status: 409,
    key: 'not-completed',
    members: { lessons: [files[0]], enoughPercent: 80 },
  });
  await watch(files[0]!, 26);
  const { id } = await issueCertificate({ actor: mona, userId: mona.userId, courseSlug, now });
  expect(await issueCertificate({ actor: mona, userId: mona.userId, courseSlug, now })).toEqual({ id });
  expect(await findCertificate(id, 'en')).toEqual({ id, name: 'منى السيد', courseTitle: 'Next', issuedAt: now });
  expect(await listOwnCertificates(mona)).toEqual(new Map([[courseSlug, id]]));
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now }));
  expect(await findCertificate(id, 'en')).toBeNull();
});

test('the holder can reissue a certificate in a new name a few times a day, with the same number and date [P6]', async () => {
  const buildRenewalInput = (name: string) => ({
    actor: { ...mona, name },
    userId: 'mona',
    courseSlug,
    now: new Date(now.getTime() + 1000),
  });
  await expect(renewCertificate(buildRenewalInput('Mona'))).rejects.toMatchObject({ status: 404 });
  for (const file of files) await watch(file, 30);
  const { id } = await issueCertificate({ actor: mona, userId: 'mona', courseSlug, now });
  expect(await renewCertificate(buildRenewalInput(mona.name))).toEqual({ id });
  expect(await (await db()).audit.count()).toBe(0);
  expect(await issueCertificate(buildRenewalInput('Mona El Sayed'))).toEqual({ id });
  expect((await findCertificate(id, 'en'))?.name).toBe('منى السيد');
  expect(await renewCertificate(buildRenewalInput('Mona El Sayed'))).toEqual({ id });
  expect(await findCertificate(id, 'en')).toEqual({ id, name: 'Mona El Sayed', courseTitle: 'Next', issuedAt: now });
  expect(await findOwnCertificate(mona, courseSlug)).toEqual({ id, name: 'Mona El Sayed' });
  expect(await (await db()).audit.findMany({ select: { action: true, subject: true, detail: true } })).toEqual([
    { action: 'certificate.renewed', subject: 'user:mona', detail: { courses: [courseSlug] } },
  ]);
  for (const name of ['2', '3', '4', '5']) await renewCertificate(buildRenewalInput(name));
  await expect(renewCertificate(buildRenewalInput('6'))).rejects.toMatchObject({ status: 429 });
  await expect(renewCertificate({ ...buildRenewalInput('x'), actor: buildActor('admin') })).rejects.toMatchObject({
    status: 403,
  });
  await transaction((tx) => revokeEnrolment(tx, { userId: 'mona', courseSlug, now }));
  await expect(renewCertificate(buildRenewalInput('x'))).rejects.toMatchObject({ status: 403 });
});

test('the next lesson to watch is the first missing one after the lesson shown, then from the start [L1, P6]', () => {
  const lessons = ['a', 'b', 'c', 'd'].map((file) => ({
    file,
    path: file,
    name: file,
    durationSeconds: 100,
    freePreview: false,
  }));
  const course = { chapters: [{ title: 'x', lessons }] };
  const buildProgress = (watchedSeconds: number) => ({
    played: true,
    positionSeconds: 0,
    watchedSeconds,
    updatedAt: now,
  });
  const needs = listCertificateNeeds(
    course,
    { lessons: { a: buildProgress(79), b: buildProgress(80), c: buildProgress(0), d: buildProgress(100) } },
    [],
  );
  const missing = needs?.lessons ?? [];
  expect(missing.map(({ file }) => file)).toEqual(['a', 'c']);
  expect([null, 'a', 'b', 'c', 'd'].map((file) => findNextToWatch(course, missing, file)?.file)).toEqual([
    'a',
    'c',
    'c',
    'a',
    'a',
  ]);
  expect(findNextToWatch(course, missing.slice(0, 1), 'a')).toBeNull();
  expect(listCertificateNeeds({ chapters: [] }, { lessons: {} }, [])).toBeNull();
});

test('a learner continues in the lesson watched last, or in the next one if it was over [L8]', async () => {
  await watch(files[0]!, 30, new Date(now.getTime() - 60_000));
  await watch(files[1]!, 12);
  const [course] = await listMyCourses({ actor: mona, userId: 'mona', lang: 'ar' });
  expect(course).toMatchObject({
    name: courseSlug,
    productKey: 'course-nextjs',
    progress: { played: 2, total: 4 },
    continue: { lesson: files[1], positionSeconds: 12 },
  });
  await watch(files[1]!, 29);
  expect((await listMyCourses({ actor: mona, userId: 'mona', lang: 'ar' }))[0]?.continue).toMatchObject({
    lesson: files[2],
    positionSeconds: 0,
  });
});

test('after the last lesson a learner continues with a skipped one, or with none if all were watched [L8]', async () => {
  for (const [index, file] of files.slice(1).entries()) await watch(file, 30, new Date(now.getTime() + index * 1000));
  const goOn = async () => (await listMyCourses({ actor: mona, userId: 'mona', lang: 'ar' }))[0]?.continue;
  expect(await goOn()).toMatchObject({ lesson: files[0], positionSeconds: 0 });
  await watch(files[0]!, 30, new Date(now.getTime() - 60_000));
  expect(await goOn()).toBeNull();
});

test('a course without lessons has nothing to continue with [L8]', () => {
  expect(findContinuePoint({ chapters: [] }, { lessons: {} })).toBeNull();
});

test('opening a lesson by its own URL marks it as played; opening the course only shows it [L4, L2]', async () => {
  const open = (video: string | null) => openLesson({ actor: mona, slug: courseSlug, video, lang: 'ar', now });
  for (const _ of [1, 2])
    expect(await open(null)).toMatchObject({ state: 'open', located: { lesson: { file: files[0] } } });
  await open(files[0]!);
  expect(await open(null)).toMatchObject({ located: { lesson: { file: files[1] } } });
});

test('an unknown course is reported as missing before access is checked [G3]', async () => {
  const stranger = { ...mona, userId: 'stranger' };
  expect(await openLesson({ actor: stranger, slug: 'nope', video: null, lang: 'ar', now })).toEqual({
    state: 'missing',
  });
  expect(await openLesson({ actor: stranger, slug: courseSlug, video: null, lang: 'ar', now })).toEqual({
    state: 'not-purchased',
    productKey: 'course-nextjs',
  });
});

describe('watched seconds that a learner reports', () => {
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const report = (lesson: string, toSeconds: number, at: Date) =>
    reportProgress({
      actor: mona,
      userId: 'mona',
      courseSlug,
      report: { lesson, played: true, positionSeconds: toSeconds, watched: [[0, toSeconds]] },
      lang: 'en',
      now: at,
    });
  const reportSeconds = async (...reported: Parameters<typeof report>) =>
    (await report(...reported)).lessons[reported[0]]?.watchedSeconds;

  beforeEach(async () => {
    await (await db()).lesson.updateMany({ data: { durationSeconds: 3600 } });
    invalidate(`course:${courseSlug}`);
  });

  it('count from when the lesson was opened, which the first report does itself [L4 P7]', async () => {
    expect(await reportSeconds(files[1]!, 600, minutesLater(60))).toBe(60);
    expect(await (await db()).lessonAccess.findMany({ select: { lesson: true, firstAt: true } })).toEqual([
      { lesson: files[1], firstAt: minutesLater(60) },
    ]);
    expect(await reportSeconds(files[1]!, 600, minutesLater(70))).toBe(600);
  });

  it('count no faster than the player plays, whether reported at once or after days offline [L4 N18]', async () => {
    for (const file of files.slice(1, 3))
      await recordFirstOpening({ actor: mona, courseSlug, lesson: { file, freePreview: false }, now });
    expect(await reportSeconds(files[1]!, 3600, minutesLater(1))).toBe(180);
    expect(await reportSeconds(files[1]!, 3600, minutesLater(30))).toBe(3600);
    // Watching the first lesson at double speed took all 30 minutes, so only the slack of 60 s is left.
    expect(await reportSeconds(files[2]!, 3600, minutesLater(30))).toBe(60);
    expect(await reportSeconds(files[2]!, 3600, minutesLater(3 * 24 * 60))).toBe(3600);
  });

  const day = 24 * 60;
  const open = async (minutes: number) => {
    for (const file of files.slice(1))
      await recordFirstOpening({
        actor: mona,
        courseSlug,
        lesson: { file, freePreview: false },
        now: minutesLater(minutes),
      });
  };
  const sumWatchedSeconds = async () => {
    const { lessons } = await findProgress({ actor: mona, userId: 'mona', courseSlug });
    return Object.values(lessons).reduce((seconds, { watchedSeconds }) => seconds + watchedSeconds, 0);
  };

  it.each(['one after the other', 'at once'])(
    'count for one lesson at a time, however long ago the course was bought: reported %s [L4, X30]',
    async (order) => {
      await open(day);
      const reports = files.slice(1).map((file) => () => report(file, 3600, minutesLater(day + 30)));
      if (order === 'at once') await Promise.all(reports.map((send) => send()));
      else for (const send of reports) await send();
      expect(await sumWatchedSeconds()).toBe(3660);
    },
  );

  it('count for one free preview at a time since the enrolment [L4]', async () => {
    await (await db()).lesson.updateMany({ data: { freePreview: true } });
    invalidate(`course:${courseSlug}`);
    for (const file of files) await report(file, 3600, minutesLater(30));
    expect(await sumWatchedSeconds()).toBe(3660);
  });

  it('count in full for lessons downloaded together, watched in turn at double speed and reported together [L4, N18]', async () => {
    await open(day);
    for (const file of files.slice(1).toReversed()) await report(file, 3600, minutesLater(day + 90));
    expect(await sumWatchedSeconds()).toBe(3 * 3600);
  });

  it('do not count against a new purchase, which reopens the lessons, nor if an admin reported them [L4, P7]', async () => {
    await open(0);
    await report(files[1]!, 3000, minutesLater(60));
    await reportProgress({
      actor: buildActor('admin'),
      userId: 'mona',
      courseSlug,
      report: { lesson: files[2]!, watched: [[0, 3000]] },
      lang: 'en',
      now: minutesLater(60),
    });
    const access = { userId: 'mona', courseSlug, now: minutesLater(day) };
    await transaction((tx) => revokeEnrolment(tx, access));
    await transaction((tx) => grantEnrolment(tx, { ...access, orderId: null, source: 'purchase' }));
    await open(day);
    await report(files[1]!, 3600, minutesLater(day + 10));
    expect(await reportSeconds(files[3]!, 600, minutesLater(day + 20))).toBe(600);
    expect(await sumWatchedSeconds()).toBe(3600 + 3000 + 600);
  });
});

test('progress is accepted only for an open course and a lesson it has [L4, G6]', async () => {
  const report = (actor: Actor, lesson: string) =>
    reportProgress({
      actor,
      userId: actor.userId,
      courseSlug,
      report: { lesson, positionSeconds: 5 },
      lang: 'en',
      now,
    });
  await expect(report({ ...mona, userId: 'stranger' }, files[0]!)).rejects.toMatchObject({ status: 403 });
  await expect(report({ ...mona, role: 'guest' }, files[0]!)).rejects.toMatchObject({
    status: 403,
    key: 'sign-up-required',
  });
  await expect(report(mona, '../x')).rejects.toMatchObject({
    status: 422,
    errors: { lesson: ['There is no such lesson in this course.'] },
  });
  expect((await report(mona, files[0]!)).lessons[files[0]!]).toMatchObject({ positionSeconds: 5 });
});

test('an admin can report progress and feedback for a learner who has the course, and the audit log records it [G6, X01, O9]', async () => {
  const asked = { actor: buildActor('admin'), userId: 'mona', courseSlug, lang: 'en' as const, now };
  const feedback = { rating: 5, answers: {} };
  expect(await findProgress(asked)).toEqual({ lessons: {} });
  expect(
    (await reportProgress({ ...asked, report: { lesson: files[0]!, positionSeconds: 5 } })).lessons[files[0]!],
  ).toMatchObject({ positionSeconds: 5 });
  await giveFeedback({ ...asked, feedback });
  await seedLearner('other');
  const missing = { status: 404, key: 'not-found' };
  await expect(
    reportProgress({ ...asked, userId: 'other', report: { lesson: files[0]!, positionSeconds: 5 } }),
  ).rejects.toMatchObject(missing);
  await expect(giveFeedback({ ...asked, userId: 'other', feedback })).rejects.toMatchObject(missing);
  const client = await db();
  expect([await client.feedback.count(), await client.lessonProgress.count()]).toEqual([1, 1]);
  expect(
    (await client.audit.findMany({ orderBy: { id: 'asc' }, select: { action: true, subject: true } })).map(
      ({ action, subject }) => `${action} ${subject}`,
    ),
  ).toEqual(['account.read user:mona', 'progress.reported user:mona', 'feedback.given user:mona']);
});

test('a learner cannot use the progress, feedback or certificate of another learner of the same course [G6]', async () => {
  await seedLearner('other');
  await transaction((tx) =>
    grantEnrolment(tx, { userId: 'other', courseSlug, orderId: null, source: 'purchase', now }),
  );
  const asked = { actor: { ...mona, userId: 'other' }, userId: 'mona', courseSlug, lang: 'en' as const, now };
  const refused = { status: 403, key: 'forbidden' };
  await expect(findProgress(asked)).rejects.toMatchObject(refused);
  await expect(reportProgress({ ...asked, report: { lesson: files[0]!, positionSeconds: 5 } })).rejects.toMatchObject(
    refused,
  );
  await expect(giveFeedback({ ...asked, feedback: { rating: 5, answers: {} } })).rejects.toMatchObject(refused);
  await expect(issueCertificate(asked)).rejects.toMatchObject(refused);
});
