import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuseStorage } from '@/tests/support/storage';

const store = new Map<string, string>();
let answer: unknown;
let status: number;
const asked = vi.fn();

beforeEach(() => {
  vi.resetModules();
  store.clear();
  asked.mockClear();
  status = 200;
  answer = { user: { id: 'mona', name: 'Mona', role: 'learner' } };
  vi.stubGlobal('document', { cookie: 'theme=x; signed_in=1' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    await Promise.resolve();
    return Response.json(answer, { status });
  });
});

afterEach(() => vi.unstubAllGlobals());

test('all parts of the first page after sign-in share one session request, and later calls use the cache [L8, B14]', async () => {
  const { readShownUser } = await import('./shown-user');
  const mona = { userId: 'mona', name: 'Mona', role: 'learner' };
  expect(await Promise.all([readShownUser(), readShownUser(), readShownUser()])).toEqual([mona, mona, mona]);
  expect(await readShownUser()).toEqual(mona);
  expect(asked.mock.calls).toEqual([['/api/auth/session']]);
});

test('a cached guest who signed in is requested again, and sign-out drops the cached user without a request [B14]', async () => {
  const { readShownUser } = await import('./shown-user');
  store.set('userInfo', JSON.stringify({ userId: 'guest-1', name: '', role: 'guest' }));
  expect((await readShownUser())?.userId).toBe('mona');
  vi.stubGlobal('document', { cookie: '' });
  expect(await readShownUser()).toBeNull();
  expect([store.size, asked.mock.calls.length]).toEqual([0, 1]);
});

test('a failed call or an expired token does not mean that no one is signed in [B14, N18, R03]', async () => {
  const { readShownUser } = await import('./shown-user');
  answer = { type: '/problems/database-down', status: 503 };
  status = 503;
  await expect(readShownUser()).rejects.toThrow('503');
  answer = {};
  status = 200;
  await expect(readShownUser()).rejects.toThrow('200');
});

test('a browser that blocks storage requests the session once per page without an error [B14]', async () => {
  refuseStorage();
  const { hasOfflineLessons, readShownUser } = await import('./shown-user');
  expect([(await readShownUser())?.userId, (await readShownUser())?.userId, asked.mock.calls.length]).toEqual([
    'mona',
    'mona',
    1,
  ]);
  expect(hasOfflineLessons()).toBe(false);
  vi.stubGlobal('document', { cookie: '' });
  expect(await readShownUser()).toBeNull();
});
