import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

type Answers = Record<string, () => Response>;
const calls: string[] = [];
const assign = vi.fn();
let answers: Answers = {};

beforeEach(() => {
  vi.resetModules();
  calls.length = 0;
  assign.mockClear();
  vi.stubGlobal('window', { location: { assign, pathname: '/de/payment', search: '?product=course-git' } });
  vi.stubGlobal('localStorage', { removeItem: vi.fn() });
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    await Promise.resolve();
    return answers[path]?.() ?? new Response(null, { status: 404 });
  });
});

afterEach(() => vi.unstubAllGlobals());

const status = (code: number) => new Response(code === 204 ? null : '{}', { status: code });

describe('D8 calls of a signed-in page', () => {
  test('D8 requests that meet a 401 together share one refresh, and each is retried once', async () => {
    let good = false;
    answers = {
      '/api/a': () => status(good ? 200 : 401),
      '/auth/refresh-token': () => {
        good = true;
        return status(200);
      },
    };
    const { sessionFetch } = await import('./session-fetch');
    const all = await Promise.all(Array.from({ length: 6 }, () => sessionFetch('/api/a')));
    expect(all.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(calls.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
    expect(calls.filter((path) => path === '/api/a')).toHaveLength(12);
    expect(assign).not.toHaveBeenCalled();
  });

  test('D8 N8 a refused refresh goes to the Arabic login page, which says so and leads back, without the cookies, keeps what is stored here, and passes the error on', async () => {
    answers = { '/api/a': () => status(401), '/auth/refresh-token': () => status(401) };
    const { sessionFetch } = await import('./session-fetch');
    const answer = await sessionFetch('/api/a');
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`/auth/resume?to=${encodeURIComponent(`/ar/login?next=${encodeURIComponent('/de/payment?product=course-git')}&notice=signed-out`)}`));
    expect(calls).not.toContain('/auth/logout');
    expect(answer.status).toBe(401);
    expect(localStorage.removeItem).toHaveBeenCalledWith('userInfo');
    expect(calls.filter((path) => path === '/api/a')).toHaveLength(1);
  });

  test('D8 a busy service signs nobody out', async () => {
    answers = { '/api/a': () => status(401), '/auth/refresh-token': () => status(503) };
    const { sessionFetch } = await import('./session-fetch');
    expect((await sessionFetch('/api/a')).status).toBe(401);
    expect(assign).not.toHaveBeenCalled();
  });

  test('D8 other errors are passed on untouched', async () => {
    answers = { '/api/a': () => status(403) };
    const { sessionFetch } = await import('./session-fetch');
    expect((await sessionFetch('/api/a')).status).toBe(403);
    expect(calls).toEqual(['/api/a']);
  });
});
