import { expect, test, vi } from 'vitest';
import { callJson } from '@/components/session/json-call';
import { LessonDownload, splitIntoBatches } from './lesson-download';
import { claimDevice, findLesson, removeLesson } from './store/lessons';

vi.mock('@/components/session/json-call', () => ({ callJson: vi.fn() }));
vi.mock('./store/lessons', () => ({ findLesson: vi.fn(), claimDevice: vi.fn(), removeLesson: vi.fn() }));
vi.mock('./store/shell-cache', () => ({ saveShell: () => Promise.resolve() }));

const kib = 1024;
const buildPart = (offset: number, bytes: number) => ({ offset: offset * kib, bytes: bytes * kib });

test('a download requests only missing parts, in ranges of a reasonable size [N18]', () => {
  const parts = [buildPart(0, 60), buildPart(60, 60), buildPart(120, 100), buildPart(220, 400), buildPart(620, 10)];
  expect(
    splitIntoBatches(parts, new Set()).map(({ offset, bytes, parts: { length } }) => [
      offset / kib,
      bytes / kib,
      length,
    ]),
  ).toEqual([
    [0, 120, 2],
    [120, 100, 1],
    [220, 400, 1],
    [620, 10, 1],
  ]);
  expect(splitIntoBatches(parts, new Set([0, 220 * kib])).map(({ offset }) => offset / kib)).toEqual([60, 120, 620]);
  expect(splitIntoBatches(parts, new Set(parts.map(({ offset }) => offset)))).toEqual([]);
});

function stubStorage(): void {
  for (const name of ['MediaSource', 'caches', 'indexedDB']) vi.stubGlobal(name, {});
  vi.stubGlobal('navigator', { serviceWorker: {} });
}

test('a download started before the browser has opened its storage still shows as running [N18]', async () => {
  vi.mocked(findLesson).mockResolvedValue(undefined);
  vi.mocked(callJson).mockReturnValue(new Promise(() => undefined));
  stubStorage();
  const download = new LessonDownload({ userId: 'mona', courseSlug: 'nextjs', lesson: 'a.mp4' });
  download.subscribe(() => undefined);
  void download.start('240p', 'ar');
  await new Promise((resolve) => setTimeout(resolve));
  expect(download.read()).toMatchObject({ phase: 'running', quality: '240p' });
  vi.unstubAllGlobals();
});

test('a cancelled download stores nothing afterwards, and a new one waits for its end [N18]', async () => {
  vi.mocked(findLesson).mockResolvedValue(undefined);
  vi.mocked(callJson).mockReset();
  stubStorage();
  let respond: (outcome: never) => void = () => undefined;
  vi.mocked(callJson).mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const download = new LessonDownload({ userId: 'mona', courseSlug: 'nextjs', lesson: 'a.mp4' });
  void download.start('240p', 'ar');
  await new Promise((resolve) => setTimeout(resolve));
  const removed = download.remove();
  vi.mocked(callJson).mockReturnValue(new Promise(() => undefined));
  void download.start('240p', 'ar');
  expect(removeLesson).not.toHaveBeenCalled();
  expect(download.read().phase).toBe('running');
  respond({ ok: true, answer: { bytes: 1, answeredAt: '2026-01-01T00:00:00Z' } } as never);
  await removed;
  expect(removeLesson).toHaveBeenCalledOnce();
  expect(claimDevice).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(callJson).toHaveBeenCalledTimes(2));
  vi.unstubAllGlobals();
});
