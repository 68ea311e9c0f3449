import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callJson } from '@/components/session/json-call';
import { contactServer } from './contact-server';
import { removeAllLessons } from './store/lessons';

vi.mock('@/components/session/json-call', () => ({ callJson: vi.fn() }));
vi.mock('@/components/session/shown-user', () => ({
  signedInHint: () => 'learner',
  readShownUser: async () => ({ userId: 'mona', name: 'Mona', role: 'learner' }),
}));
vi.mock('@/components/player/progress/progress-reporter', () => ({
  queuedCourses: () => [],
  createProgressReporter: vi.fn(),
}));
vi.mock('./store/shell-cache', () => ({ saveShell: vi.fn(async () => undefined) }));
vi.mock('./store/lessons', () => ({
  readOwner: async () => ({ userId: 'mona', seenAtMs: 0, contactAtMs: 0 }),
  listLessons: async () => [{ id: 'nextjs/a.mp4', courseSlug: 'nextjs', endsAtMs: Number.MAX_SAFE_INTEGER }],
  saveContact: async () => undefined,
  savePosition: async () => undefined,
  removeLesson: vi.fn(),
  removeAllLessons: vi.fn(),
}));

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { documentElement: { lang: 'ar' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const mockRefusal = (status: number, key: string) =>
  vi.mocked(callJson).mockResolvedValue({ ok: false, status, key, title: '', errors: {} });

test('the device removes its lessons only if the site says that offline lessons are off, not on other errors [N18]', async () => {
  for (const [status, key] of [
    [404, ''],
    [502, ''],
    [0, 'unreachable'],
  ] as const) {
    mockRefusal(status, key);
    expect(await contactServer()).toBe('unreachable');
  }
  expect(removeAllLessons).not.toHaveBeenCalled();
  mockRefusal(404, 'not-found');
  expect(await contactServer()).toBe('removed');
  expect(removeAllLessons).toHaveBeenCalledOnce();
});
