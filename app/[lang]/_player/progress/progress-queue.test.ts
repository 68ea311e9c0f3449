import { expect, test } from 'vitest';
import { ProgressQueue, type Report } from './progress-queue';

function storage(): Storage {
  const entries = new Map<string, string>();
  return { getItem: (key: string) => entries.get(key) ?? null, setItem: (key: string, value: string) => void entries.set(key, value), removeItem: (key: string) => void entries.delete(key) } as Storage;
}

const watched = (...ranges: [number, number][]): Report => ({ watched: ranges });

test('L4 what could not be sent is stored and sent with what came after it', async () => {
  const store = storage();
  const queue = new ProgressQueue(store, 'q');
  queue.add('a.mp4', { positionSeconds: 10, watched: [[0, 10]], played: true });
  await queue.flush(async () => 'later');
  await queue.flush(() => Promise.reject(new TypeError('no network')));
  const after = new ProgressQueue(store, 'q');
  after.add('a.mp4', { positionSeconds: 20, watched: [[10, 20]] });
  const sent: Record<string, Report> = {};
  await after.flush(async (lesson, report) => { sent[lesson] = report; return 'sent'; });
  expect(sent).toEqual({ 'a.mp4': { positionSeconds: 20, watched: [[0, 20]], played: true } });
  expect(after.read()).toEqual({});
});

test('L4 what is watched while a report is on its way is not lost, and the later place wins', async () => {
  const queue = new ProgressQueue(storage(), 'q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => { queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] }); return 'later'; });
  expect(queue.read()).toEqual({ 'a.mp4': { positionSeconds: 9, watched: [[0, 9]] } });
});

test('L4 a page that is closed while a report is on its way leaves it to the next page', () => {
  const store = storage();
  const queue = new ProgressQueue(store, 'q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  void queue.flush(() => new Promise(() => undefined));
  expect(new ProgressQueue(store, 'q').read()).toEqual({ 'a.mp4': { positionSeconds: 5, watched: [[0, 5]] } });
});

test('L4 what was added while a report was on its way is sent by the next one', async () => {
  const queue = new ProgressQueue(storage(), 'q');
  queue.add('a.mp4', { positionSeconds: 5, watched: [[0, 5]] });
  await queue.flush(async () => { queue.add('a.mp4', { positionSeconds: 9, watched: [[5, 9]] }); return 'sent'; });
  const sent: Report[] = [];
  await queue.flush(async (_lesson, report) => { sent.push(report); return 'sent'; });
  expect(sent).toEqual([{ positionSeconds: 9, watched: [[0, 9]] }]);
  expect(queue.read()).toEqual({});
});

test('L4 a report that the server refuses is not repeated, other lessons still are', async () => {
  const queue = new ProgressQueue(storage(), 'q');
  queue.add('gone.mp4', watched([0, 1]));
  queue.add('b.mp4', watched([0, 1]));
  await queue.flush(async (lesson) => (lesson === 'gone.mp4' ? 'refused' : 'later'));
  expect(Object.keys(queue.read())).toEqual(['b.mp4']);
});

test('L4 a broken or forbidden storage stops nothing', () => {
  const refuse = () => { throw new Error('denied'); };
  const queue = new ProgressQueue({ getItem: () => '{broken', setItem: refuse, removeItem: refuse }, 'q');
  queue.add('a.mp4', watched([0, 1]));
  expect(queue.read()).toEqual({});
});
