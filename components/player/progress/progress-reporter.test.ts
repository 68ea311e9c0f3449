import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '@/tests/support/storage';
import { createProgressReporter, queuedCourses } from './progress-reporter';

let store: Storage;
const sent: Array<[string, string, string]> = [];

beforeEach(() => {
  sent.length = 0;
  store = createMemoryStorage({
    'progress:mona:a-course': JSON.stringify({
      'a.mp4': { positionSeconds: 9, atMs: 1000, watched: [[0, 9]], played: true },
    }),
    'progress:mona:b-course': JSON.stringify({ 'b.mp4': { watched: [[0, 1]] } }),
    'progress:ali:a-course': JSON.stringify({ 'a.mp4': { watched: [[0, 5]] } }),
  });
  vi.stubGlobal('localStorage', store);
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push([init?.method ?? 'GET', url, String(init?.body ?? '')]);
    return Response.json({ lessons: {} });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('progress made offline is sent for each course with the age of its position [N18, L4]', async () => {
  vi.useFakeTimers({ now: 91_000, toFake: ['Date'] });
  expect(queuedCourses('mona')).toEqual(['a-course', 'b-course']);
  await createProgressReporter({ userId: 'mona', courseSlug: 'a-course' }).report();
  expect(sent.map(([method, url]) => `${method} ${url}`)).toEqual(['PUT /api/user/mona/progress/a-course']);
  expect(JSON.parse(sent[0]![2])).toEqual({
    lesson: 'a.mp4',
    positionSeconds: 9,
    secondsAgo: 90,
    watched: [[0, 9]],
    played: true,
  });
  expect(Object.keys(store)).toEqual(['progress:mona:b-course', 'progress:ali:a-course']);
});

test('progress is kept while there is no network [N18, L4]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await createProgressReporter({ userId: 'mona', courseSlug: 'a-course' })
    .report()
    .catch(() => undefined);
  expect(Object.keys(store)).toContain('progress:mona:a-course');
});

test('each response body is read, because an unread one keeps its request open [L4]', async () => {
  const answers: Response[] = [];
  vi.stubGlobal('fetch', async () => {
    const answer = Response.json(
      { type: 'https://midan.example/problems/not-purchased' },
      { status: answers.length === 0 ? 200 : 403 },
    );
    answers.push(answer);
    return answer;
  });
  const refused: boolean[] = [];
  for (const courseSlug of ['a-course', 'b-course'])
    await createProgressReporter({ userId: 'mona', courseSlug }, (isCourseOver) => refused.push(isCourseOver)).report();
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
  expect(refused).toEqual([true]);
  expect(Object.keys(store)).toEqual(['progress:ali:a-course']);
});
