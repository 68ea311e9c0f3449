import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Access } from '@/lib/api/handler';
import { calls, methods, routeFile } from '@/lib/testing/route-files';
import { findRoute, segmentsOf } from './find-route';
import { isPage, routes, type CallAccess } from './routes';

/** The route of a file under `app/`, or null when it answers nothing by itself. */
function routeOf(file: string): string | null {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  const folders = parts.filter((part) => !/^\(.*\)$/.test(part));
  if (/^(?:page|route)\.tsx?$/.test(name)) return `/${folders.join('/')}`;
  if (name === 'sitemap.ts') return '/sitemap.xml';
  return name === 'robots.ts' ? '/robots.txt' : null;
}

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).flatMap((file) => routeOf(file.replaceAll('\\', '/')) ?? []);

/**
 * What a handler asks for by the access of the table. A purchase, a signature or a token of another kind is looked at by
 * the domain function; a signed media address answers for its session, so its handlers are `public`.
 */
const handlerAccess: Record<CallAccess, readonly Access[]> = {
  public: ['anyone', 'public'], learner: ['learner'], self: ['self'], purchased: ['self', 'public', 'learner'], owner: ['owner'], admin: ['admin', 'adminStepUp'],
  content: ['content'], articles: ['articles'], media: ['media'],
  signature: ['anyone'], refreshToken: ['public'], metricsToken: ['anyone'], bounceToken: ['public'],
};

describe('the table of routes', () => {
  test('A8 G6 has exactly the pages and calls under app/', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => !routes.some(({ path }) => path === file)), 'under app/, but not in lib/routes.ts').toEqual([]);
    const byServer = routes.filter((route) => !isPage(route) && route.byServer).map(({ path }) => path);
    expect(byServer).toEqual(['/healthz']);
    expect(routes.map(({ path }) => path).filter((path) => !files.includes(path) && !byServer.includes(path)), 'in lib/routes.ts, but not under app/').toEqual([]);
  });

  test('A8 finds every route by a path of its own shape', () => {
    for (const route of routes) {
      const path = route.path.replace('/[lang]', '/ar').replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, 'sample');
      expect(findRoute(segmentsOf(path) ?? [])?.path, path).toBe(route.path);
    }
  });

  test('A4 A8 deeper, shorter and differently written paths are not there', () => {
    for (const path of ['/ar', '/ar/home/x', '/ar/Home', '/AR/home', '/xx/home', '/ar/course', '/ar/articles/a/b', '/ar/profile/a/b', '/ar/forgetpassword', '/ar/admin/nowhere', '/ar/admin/audit/x', '/home', '/api', '/api/nothing', '/API/blogs', '/auth', '/ar/api/blogs', '/']) {
      expect(findRoute(segmentsOf(path) ?? []), path).toBeUndefined();
    }
  });

  test('G1 X05 however a guarded page is written, it is the same route', () => {
    for (const path of ['/ar/%63ourse/x', '/ar//course/x', '/ar\\course\\x', '/ar/course%2Fx', '/ar/course/x.rsc', '/ar/course.rsc/x', '/ar/course/x.segments']) {
      expect(findRoute(segmentsOf(path) ?? [])?.path, path).toBe('/[lang]/course/[name]');
    }
  });

  test.each(calls)('S1 S3 G6 $path exports the methods of the table, and its handlers ask for the access that stands there', async ({ path, methods: declared }) => {
    const file = await routeFile(path);
    if ('default' in file) return expect(Object.keys(declared)).toEqual(['GET']);
    expect(methods.filter((method) => file[method])).toEqual(methods.filter((method) => declared[method]));
    for (const method of methods.filter((each) => declared[each])) expect(handlerAccess[declared[method]!], method).toContain(file[method]!.options.access);
  });

  test('P1 only what is the same for everybody is cached', () => {
    for (const route of routes.filter(({ cache }) => cache !== undefined)) {
      expect(isPage(route) ? [route.access] : Object.values(route.methods), route.path).toEqual(['public']);
    }
  });
});
