import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchedSchema } from '@/lib/courses/progress/progress';
import { createMemoryStorage, refuseStorage } from '@/tests/support/storage';
import { ProgressQueue, type ProgressReport } from './progress-reporter';

beforeEach(() => void vi.stubGlobal('localStorage', createMemoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

const buildReport = (...ranges: [number, number][]): ProgressReport => ({ watched: ranges });

test('a report that could not be sent is stored and merged into the next [L4]', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 10, watched: [[0, 10]], played: true });
  await queue.flush(async () => 'later');
  await queue.flush(() => Promise.reject(new TypeError('no network')));
  const after = new ProgressQueue('q');
  after.add('a.mp4', { positionSeconds: 20, watched: [[10, 20]] });
  const sent: Record<string, ProgressReport> = {};
  await after.flush(async (lesson, report) => {
    sent[lesson] = report;
    return 'sent';
  });
  expect(sent).toEqual({ 'a.mp4': { positionSeconds: 20, watched: [[0, 20]], played: true } });
  expect(after.read()).toEqual({});
});

test('progress made while a report is being sent is kept, with the later position [L4]', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => {
    queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] });
    return 'later';
  });
  expect(queue.read()).toEqual({ 'a.mp4': { positionSeconds: 9, watched: [[0, 9]] } });
});

test('keeps a report in flight for the next page when the page closes [L4]', () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  void queue.flush(() => new Promise(() => undefined));
  expect(new ProgressQueue('q').read()).toEqual({ 'a.mp4': { positionSeconds: 5, watched: [[0, 5]] } });
});

test('progress added while a report is being sent goes into the next report [L4]', async () => {
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => {
    queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] });
    return 'sent';
  });
  const sent: ProgressReport[] = [];
  await queue.flush(async (_lesson, report) => {
    sent.push(report);
    return 'sent';
  });
  expect(sent).toEqual([{ positionSeconds: 9, watched: [[0, 9]] }]);
  expect(queue.read()).toEqual({});
});

test('drops a report that the server refuses, and retries reports of other lessons [L4]', async () => {
  const queue = new ProgressQueue('q');
  queue.add('gone.mp4', buildReport([0, 1]));
  queue.add('b.mp4', buildReport([0, 1]));
  await queue.flush(async (lesson) => (lesson === 'gone.mp4' ? 'refused' : 'later'));
  expect(Object.keys(queue.read())).toEqual(['b.mp4']);
});

test('too many ranges for one report are split, and the position is sent with the last [L4]', async () => {
  const queue = new ProgressQueue('q');
  const ranges = Array.from({ length: 720 }, (_, index): [number, number] => [index * 4, index * 4 + 2]);
  for (const range of ranges) queue.add('a.mp4', { positionSeconds: 9, watched: [range], played: true });
  const sent: ProgressReport[] = [];
  const send = async (_lesson: string, report: ProgressReport) => {
    if (!watchedSchema.safeParse(report.watched).success) return 'refused' as const;
    sent.push(report);
    return sent.length === 2 ? ('later' as const) : ('sent' as const);
  };
  await queue.flush(send);
  expect(queue.read()['a.mp4']?.watched).toHaveLength(720);
  await queue.flush(send);
  expect(queue.read()).toEqual({});
  expect(sent.slice(2).flatMap(({ watched: part }) => part)).toEqual(ranges);
  expect(sent.slice(2).map(({ positionSeconds, played }) => [positionSeconds, played])).toEqual([
    [undefined, undefined],
    [9, true],
  ]);
});

test('a broken queue in storage does not stop reporting [L4]', () => {
  vi.stubGlobal('localStorage', createMemoryStorage({ q: '{broken' }));
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', buildReport([0, 1]));
  expect(queue.read()).toEqual({ 'a.mp4': buildReport([0, 1]) });
});

test('progress of this page is sent in a browser that blocks storage [L4]', async () => {
  refuseStorage();
  const queue = new ProgressQueue('q');
  queue.add('a.mp4', buildReport([0, 1]));
  const sent: ProgressReport[] = [];
  await queue.flush(async (_lesson, report) => {
    sent.push(report);
    return 'sent';
  });
  expect([sent, queue.read()]).toEqual([[buildReport([0, 1])], {}]);
});
