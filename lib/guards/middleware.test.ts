import { NextRequest } from 'next/server';
import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { beforeEach, describe, expect, test } from 'vitest';
import { config as middlewareConfig } from '@/middleware';
import { db } from '@/lib/database/client';
import { encodeSessionCookie } from '@/lib/auth/sessions/session-cookie';
import { endSession } from '@/lib/auth/sessions/end-session';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';
import { seedCourse } from '@/lib/testing/catalogue';
import { isPage, routes } from '@/lib/routes';
import { freshDatabase } from '@/lib/testing/database';
import { guardPages } from './middleware';

const start = new Date();
const origin = 'http://localhost:3000';

const ask = async (path: string, cookie = '') => {
  const response = await guardPages(new NextRequest(`${origin}${path}`, { headers: cookie ? { cookie } : {} }));
  return { status: response.status, to: response.headers.get('location')?.replace(origin, '') ?? null, rewrite: response.headers.get('x-middleware-rewrite')?.replace(origin, '') ?? null, cookies: response.headers.getSetCookie() };
};

async function session(role: 'guest' | 'learner' | 'admin'): Promise<{ opened: OpenedSession; cookie: string }> {
  const client = await db();
  const user = await client.user.create({ data: { role, name: 'Mona' }, select: { id: true } });
  const opened = await startSession({ userId: user.id }, { userAgent: '', address: '' }, start);
  const value = await encodeSessionCookie({ sub: user.id, sid: opened.sessionId }, start);
  return { opened, cookie: `next-auth.session-token=${value}; signed_in=${role === 'guest' ? 'guest' : '1'}` };
}

beforeEach(async () => {
  await freshDatabase();
  await seedCourse('nextjs', 'course-nextjs');
});

describe('G1 G2 G4 the guards of middleware', () => {
  test.each(['/en/profile/myCourses', '/de/course/nextjs', '/ar/payment?product=x', '/ar/%63ourse/nextjs', '/en/admin', '/en/admin/orders'])('G1 G4 visitors and guests at %s go to sign in, with the path as next', async (path) => {
    const to = `/ar/login?next=${encodeURIComponent(path)}`;
    expect(await ask(path)).toMatchObject({ status: 307, to });
    expect(await ask(path, (await session('guest')).cookie)).toMatchObject({ status: 307, to });
  });

  test('G2 a learner is sent home from the sign-in pages; a guest stays', async () => {
    const learner = await session('learner');
    for (const page of ['login', 'login/code', 'signup', 'forgetPassword', 'otpcode', 'resetPassword']) {
      expect(await ask(`/de/${page}`, learner.cookie)).toMatchObject({ status: 307, to: '/de/home' });
      expect(await ask(`/de/${page}`, (await session('guest')).cookie)).toMatchObject({ status: 200, to: null });
    }
  });

  test('G1 G2 D9 a session that is over counts for nothing, though its cookie is still good', async () => {
    const { opened, cookie } = await session('learner');
    await endSession(opened.sessionId, 'logout', start);
    expect((await ask('/ar/profile/payments', cookie)).to).toMatch(/^\/ar\/login\?next=/);
    expect((await ask('/ar/login', cookie)).to).toBe('/auth/resume?to=%2Far%2Flogin');
    expect((await ask('/ar/login', cookie.split('; signed_in')[0])).to).toBeNull();
  });

  test('G3 a course that is not bought leads to its payment, an unknown one to its page', async () => {
    const { cookie } = await session('learner');
    expect(await ask('/de/course/nextjs/intro.mp4', cookie)).toMatchObject({ status: 307, to: '/de/payment?product=course-nextjs' });
    expect(await ask('/de/course/unknown', cookie)).toMatchObject({ status: 200, to: null });
    expect(await ask('/de/course/nextjs', (await session('admin')).cookie)).toMatchObject({ status: 200, to: null });
  });

  test('A4 D1 unknown paths are the home page, and sign-in pages come with the token their forms need', async () => {
    expect(await ask('/de/nowhere')).toMatchObject({ rewrite: '/de/home?unknown=1' });
    expect((await ask('/ar/login')).cookies.join()).toMatch(/^next-auth\.csrf-token=/);
    expect((await ask('/ar/home')).cookies).toEqual([]);
  });
});

describe('G1 which addresses pass the guards', () => {
  const matches = (url: string) => unstable_doesMiddlewareMatch({ config: middlewareConfig, nextConfig: {}, url });

  test('G1 every page of the table does, no call of it does', () => {
    for (const route of routes) {
      const path = route.path.replace('/[lang]', '/ar').replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, 'sample');
      expect([path, matches(path)]).toEqual([path, isPage(route)]);
    }
  });

  test('G1 unknown pages, lesson addresses and transport suffixes do; files do not', () => {
    for (const path of ['/ar/course/x/01-intro.mp4', '/ar/course/x.rsc', '/', '/foo', '/ar/profile.txt']) expect(matches(path), path).toBe(true);
    for (const path of ['/assets/x.svg', '/_next/static/x.js', '/healthz']) expect(matches(path), path).toBe(false);
  });
});
