import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession } from '@/lib/accounts/sessions/end-sessions';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import { encodeSessionCookie } from '@/lib/accounts/sessions/tokens';
import { db } from '@/lib/database/client';
import { isPage, routes } from '@/lib/routes';
import { config as proxyConfig } from '@/proxy';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { guardPages } from './proxy';

const start = new Date();
const origin = 'http://localhost:3000';

const ask = async (path: string, cookie = '') => {
  const response = await guardPages(new NextRequest(`${origin}${path}`, { headers: cookie ? { cookie } : {} }));
  return {
    status: response.status,
    to: response.headers.get('location')?.replace(origin, '') ?? null,
    rewrite: response.headers.get('x-middleware-rewrite')?.replace(origin, '') ?? null,
    cookies: response.headers.getSetCookie(),
  };
};

async function createSession(role: 'guest' | 'learner' | 'admin'): Promise<{ opened: OpenedSession; cookie: string }> {
  const client = await db();
  const user = await client.user.create({ data: { role, name: 'Mona' }, select: { id: true } });
  const opened = await startSession({ userId: user.id }, { userAgent: '', ip: '' }, start);
  const value = await encodeSessionCookie({ sub: user.id, sid: opened.sessionId }, start);
  return { opened, cookie: `next-auth.session-token=${value}; signed_in=${role === 'guest' ? 'guest' : '1'}` };
}

beforeEach(async () => {
  await resetDatabase();
  await seedCourse('nextjs', 'course-nextjs');
});

describe('the guards in proxy.ts [G1, G2, G4]', () => {
  test.each([
    '/en/profile/myCourses',
    '/de/course/nextjs',
    '/ar/payment?product=x',
    '/ar/%63ourse/nextjs',
    '/en/admin',
    '/en/admin/orders',
  ])('visitors and guests at %s are sent to sign in, with the path as next [G1, G4]', async (path) => {
    const to = `/ar/login?next=${encodeURIComponent(path)}`;
    expect(await ask(path)).toMatchObject({ status: 307, to });
    expect(await ask(path, (await createSession('guest')).cookie)).toMatchObject({ status: 307, to });
  });

  test('a learner is redirected home from the sign-in pages; a guest stays [G2]', async () => {
    const learner = await createSession('learner');
    for (const page of ['login', 'login/code', 'signup', 'forgetPassword', 'otpcode', 'resetPassword']) {
      expect(await ask(`/de/${page}`, learner.cookie)).toMatchObject({ status: 307, to: '/de/home' });
      expect(await ask(`/de/${page}`, (await createSession('guest')).cookie)).toMatchObject({ status: 200, to: null });
    }
  });

  test('a learner who opens a sign-in link reaches the page that it leads to, if it is one of this site [G2, D1]', async () => {
    const { cookie } = await createSession('learner');
    const openWith = async (next: string) => (await ask(`/de/login?${new URLSearchParams({ next })}`, cookie)).to;
    expect(await openWith('/en/profile/payments?page=2')).toBe('/en/profile/payments?page=2');
    expect(await openWith('https://evil.example/')).toBe('/de/home');
    expect(await openWith('//evil.example')).toBe('/de/home');
  });

  test('an ended session does not count, even if its cookie is still valid [G1, G2, D9]', async () => {
    const { opened, cookie } = await createSession('learner');
    await endSession(opened.sessionId, 'logout', start);
    expect((await ask('/ar/profile/payments', cookie)).to).toMatch(/^\/ar\/login\?next=/);
    expect((await ask('/ar/login', cookie)).to).toBe('/auth/resume?to=%2Far%2Flogin');
    expect((await ask('/ar/login', cookie.split('; signed_in')[0])).to).toBeNull();
  });

  test('a course that was not bought redirects to its payment; an unknown course shows its page [G3]', async () => {
    const { cookie } = await createSession('learner');
    expect(await ask('/de/course/nextjs/intro.mp4', cookie)).toMatchObject({
      status: 307,
      to: '/de/payment?product=course-nextjs',
    });
    expect(await ask('/de/course/unknown', cookie)).toMatchObject({ status: 200, to: null });
    expect(await ask('/de/course/nextjs', (await createSession('admin')).cookie)).toMatchObject({
      status: 200,
      to: null,
    });
  });

  test('unknown paths show the home page, and sign-in pages set the CSRF token that their forms need [A4, D1]', async () => {
    expect(await ask('/de/nowhere')).toMatchObject({ rewrite: '/de/home?unknown=1' });
    expect((await ask('/ar/login')).cookies.join()).toMatch(/^next-auth\.csrf-token=/);
    expect((await ask('/ar/home')).cookies).toEqual([]);
  });
});

describe('URLs that pass through the guards [G1]', () => {
  const matches = (url: string) => unstable_doesMiddlewareMatch({ config: proxyConfig, nextConfig: {}, url });

  test('every page route does, but no API route [G1]', () => {
    for (const route of routes) {
      const path = route.path.replace('/[lang]', '/ar').replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, 'sample');
      expect([path, matches(path)]).toEqual([path, isPage(route)]);
    }
  });

  test('unknown pages, lesson URLs and transport suffixes do; files do not [G1]', () => {
    for (const path of ['/ar/course/x/01-intro.mp4', '/ar/course/x.rsc', '/', '/foo', '/ar/profile.txt'])
      expect(matches(path), path).toBe(true);
    for (const path of ['/assets/x.svg', '/_next/static/x.js', '/healthz']) expect(matches(path), path).toBe(false);
  });
});
