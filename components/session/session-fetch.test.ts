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

const createResponse = (code: number) => new Response(code === 204 ? null : '{}', { status: code });

describe('requests of a signed-in page [D8]', () => {
  test('concurrent requests that get a 401 share one refresh, and each is retried once [D8]', async () => {
    let good = false;
    answers = {
      '/api/a': () => createResponse(good ? 200 : 401),
      '/auth/refresh-token': () => {
        good = true;
        return createResponse(200);
      },
    };
    const { fetchWithSession } = await import('./session-fetch');
    const all = await Promise.all(Array.from({ length: 6 }, () => fetchWithSession('/api/a')));
    expect(all.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(calls.filter((path) => path === '/auth/refresh-token')).toHaveLength(1);
    expect(calls.filter((path) => path === '/api/a')).toHaveLength(12);
    expect(assign).not.toHaveBeenCalled();
  });

  test('a refused refresh opens the Arabic login page with a notice and a return address, and the caller gets the 401 [D8, N8]', async () => {
    answers = { '/api/a': () => createResponse(401), '/auth/refresh-token': () => createResponse(401) };
    const { fetchWithSession } = await import('./session-fetch');
    const answer = await fetchWithSession('/api/a');
    await vi.waitFor(() =>
      expect(assign).toHaveBeenCalledWith(
        `/auth/resume?to=${encodeURIComponent(`/ar/login?next=${encodeURIComponent('/de/payment?product=course-git')}&notice=signed-out`)}`,
      ),
    );
    expect(calls).not.toContain('/auth/logout');
    expect(answer.status).toBe(401);
    expect(localStorage.removeItem).toHaveBeenCalledWith('userInfo');
    expect(calls.filter((path) => path === '/api/a')).toHaveLength(1);
  });

  test('an overloaded service signs no user out [D8]', async () => {
    answers = { '/api/a': () => createResponse(401), '/auth/refresh-token': () => createResponse(503) };
    const { fetchWithSession } = await import('./session-fetch');
    expect((await fetchWithSession('/api/a')).status).toBe(401);
    expect(assign).not.toHaveBeenCalled();
  });

  test('other errors are returned unchanged [D8]', async () => {
    answers = { '/api/a': () => createResponse(403) };
    const { fetchWithSession } = await import('./session-fetch');
    expect((await fetchWithSession('/api/a')).status).toBe(403);
    expect(calls).toEqual(['/api/a']);
  });
});
