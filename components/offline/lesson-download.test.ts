import { expect, test, vi } from 'vitest';
import { callJson } from '@/components/session/json-call';
import { batchesOf, LessonDownload } from './lesson-download';
import { findLesson } from './store/lessons';

vi.mock('@/components/session/json-call', () => ({ callJson: vi.fn() }));
vi.mock('./store/lessons', () => ({ findLesson: vi.fn() }));

const kib = 1024;
const part = (offset: number, bytes: number) => ({ offset: offset * kib, bytes: bytes * kib });

test('a download requests only missing parts, in ranges of a reasonable size [N18]', () => {
  const parts = [part(0, 60), part(60, 60), part(120, 100), part(220, 400), part(620, 10)];
  expect(
    batchesOf(parts, new Set()).map(({ offset, bytes, parts: { length } }) => [offset / kib, bytes / kib, length]),
  ).toEqual([
    [0, 120, 2],
    [120, 100, 1],
    [220, 400, 1],
    [620, 10, 1],
  ]);
  expect(batchesOf(parts, new Set([0, 220 * kib])).map(({ offset }) => offset / kib)).toEqual([60, 120, 620]);
  expect(batchesOf(parts, new Set(parts.map(({ offset }) => offset)))).toEqual([]);
});

test('a download started before the browser has opened its storage still shows as running [N18]', async () => {
  vi.mocked(findLesson).mockResolvedValue(undefined);
  vi.mocked(callJson).mockReturnValue(new Promise(() => undefined));
  for (const name of ['MediaSource', 'caches', 'indexedDB']) vi.stubGlobal(name, {});
  vi.stubGlobal('navigator', { serviceWorker: {} });
  const download = new LessonDownload({ userId: 'mona', courseSlug: 'nextjs', lesson: 'a.mp4', lang: 'ar' });
  download.subscribe(() => undefined);
  void download.start('240p');
  await new Promise((resolve) => setTimeout(resolve));
  expect(download.read()).toMatchObject({ phase: 'running', quality: '240p' });
  vi.unstubAllGlobals();
});
