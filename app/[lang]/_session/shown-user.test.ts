import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuseStorage } from '@/lib/testing/storage';

const store = new Map<string, string>();
let answer: unknown;
const asked = vi.fn();

beforeEach(() => {
  vi.resetModules();
  store.clear();
  asked.mockClear();
  answer = { user: { id: 'mona', name: 'Mona', role: 'learner' } };
  vi.stubGlobal('document', { cookie: 'theme=x; signed_in=1' });
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value), removeItem: (key: string) => store.delete(key) });
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    await Promise.resolve();
    return Response.json(answer);
  });
});

afterEach(() => vi.unstubAllGlobals());

test('L8 B14 the first page after signing in knows who it is for: all parts of it ask once, later pages remember', async () => {
  const { shownUser } = await import('./shown-user');
  const mona = { userId: 'mona', name: 'Mona', role: 'learner' };
  expect(await Promise.all([shownUser(), shownUser(), shownUser()])).toEqual([mona, mona, mona]);
  expect(await shownUser()).toEqual(mona);
  expect(asked.mock.calls).toEqual([['/api/auth/session']]);
});

test('B14 who was a guest and signed in is asked for anew; who signed out is forgotten without asking', async () => {
  const { shownUser } = await import('./shown-user');
  store.set('userInfo', JSON.stringify({ userId: 'guest-1', name: '', role: 'guest' }));
  expect((await shownUser())?.userId).toBe('mona');
  vi.stubGlobal('document', { cookie: '' });
  expect(await shownUser()).toBeNull();
  expect([store.size, asked.mock.calls.length]).toEqual([0, 1]);
});

test('B14 a browser that refuses its storage asks on each page, and breaks nothing', async () => {
  refuseStorage();
  const { hasOfflineLessons, shownUser } = await import('./shown-user');
  expect([(await shownUser())?.userId, (await shownUser())?.userId, asked.mock.calls.length]).toEqual(['mona', 'mona', 1]);
  expect(hasOfflineLessons()).toBe(false);
  vi.stubGlobal('document', { cookie: '' });
  expect(await shownUser()).toBeNull();
});
