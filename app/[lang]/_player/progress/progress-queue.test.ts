import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage, refuseStorage } from '@/lib/testing/storage';
import { watchedSchema } from '@/lib/courses/progress/progress';
import { ProgressQueue, type Report } from './progress-queue';

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

const watched = (...ranges: [number, number][]): Report => ({ watched: ranges });

test('L4 what could not be sent is stored and sent with what came after it', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 10, watched: [[0, 10]], played: true });
  await queue.flush(async () => 'later');
  await queue.flush(() => Promise.reject(new TypeError('no network')));
  const after = new ProgressQueue('q');
  after.add('a.mp4', { positionSeconds: 20, watched: [[10, 20]] });
  const sent: Record<string, Report> = {};
  await after.flush(async (lesson, report) => { sent[lesson] = report; return 'sent'; });
  expect(sent).toEqual({ 'a.mp4': { positionSeconds: 20, watched: [[0, 20]], played: true } });
  expect(after.read()).toEqual({});
});

test('L4 what is watched while a report is on its way is not lost, and the later place wins', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => { queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] }); return 'later'; });
  expect(queue.read()).toEqual({ 'a.mp4': { positionSeconds: 9, watched: [[0, 9]] } });
});

test('L4 a page that is closed while a report is on its way leaves it to the next page', () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  void queue.flush(() => new Promise(() => undefined));
  expect(new ProgressQueue('q').read()).toEqual({ 'a.mp4': { positionSeconds: 5, watched: [[0, 5]] } });
});

test('L4 what was added while a report was on its way is sent by the next one', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => { queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] }); return 'sent'; });
  const sent: Report[] = [];
  await queue.flush(async (_lesson, report) => { sent.push(report); return 'sent'; });
  expect(sent).toEqual([{ positionSeconds: 9, watched: [[0, 9]] }]);
  expect(queue.read()).toEqual({});
});

test('L4 a report that the server refuses is not repeated, other lessons still are', async () => {
  const queue = new ProgressQueue('q');
  queue.add('gone.mp4', watched([0, 1]));
  queue.add('b.mp4', watched([0, 1]));
  await queue.flush(async (lesson) => (lesson === 'gone.mp4' ? 'refused' : 'later'));
  expect(Object.keys(queue.read())).toEqual(['b.mp4']);
});

test('sends more ranges than one report takes in several, and the place with the last [L4]', async () => {
  const queue = new ProgressQueue('q');
  const ranges = Array.from({ length: 720 }, (_, index): [number, number] => [index * 4, index * 4 + 2]);
  for (const range of ranges) queue.add('a.mp4', { positionSeconds: 9, watched: [range], played: true });
  const sent: Report[] = [];
  const send = async (_lesson: string, report: Report) => {
    if (!watchedSchema.safeParse(report.watched).success) return 'refused' as const;
    sent.push(report);
    return sent.length === 2 ? 'later' as const : 'sent' as const;
  };
  await queue.flush(send);
  expect(queue.read()['a.mp4']?.watched).toHaveLength(720);
  await queue.flush(send);
  expect(queue.read()).toEqual({});
  expect(sent.slice(2).flatMap(({ watched: part }) => part)).toEqual(ranges);
  expect(sent.slice(2).map(({ positionSeconds, played }) => [positionSeconds, played])).toEqual([[undefined, undefined], [9, true]]);
});

test('L4 a broken storage stops nothing', () => {
  vi.stubGlobal('localStorage', memoryStorage({ q: '{broken' }));
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', watched([0, 1]));
  expect(queue.read()).toEqual({ 'a.mp4': watched([0, 1]) });
});

test('L4 a browser that refuses its storage sends what was watched on this page', async () => {
  refuseStorage();
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', watched([0, 1]));
  const sent: Report[] = [];
  await queue.flush(async (_lesson, report) => { sent.push(report); return 'sent'; });
  expect([sent, queue.read()]).toEqual([[watched([0, 1])], {}]);
});
