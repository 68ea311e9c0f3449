import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accessOf, type CallAccess } from '@/lib/api/handler';
import { calls, loadRouteFile, methods } from '@/tests/support/route-files';
import { findRoute, splitSegments } from './find-route';
import { type CallRoute, isPage, routes } from './routes';

function toRoute(file: string): string | null {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  const folders = parts.filter((part) => !/^\(.*\)$/.test(part));
  if (/^(?:page|route)\.tsx?$/.test(name)) return `/${folders.join('/')}`;
  if (name === 'sitemap.ts') return '/sitemap.xml';
  return name === 'robots.ts' ? '/robots.txt' : null;
}

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).flatMap(
  (file) => toRoute(file.replaceAll('\\', '/')) ?? [],
);

async function readAccesses({ path, methods: listed }: CallRoute): Promise<CallAccess[]> {
  const file = await loadRouteFile(path);
  return 'default' in file ? ['public'] : listed.map((method) => accessOf(file[method]!.options));
}

const listAllowedAccess = (path: string): readonly CallAccess[] | null => {
  if (path.startsWith('/api/admin/')) return ['admin', 'adminStepUp', 'content', 'articles', 'media'];
  return path.includes('[userId]') ? ['sameUserOrAdmin', 'sameUser', 'purchased'] : null;
};

describe('the table of routes', () => {
  test('contains exactly the pages and API routes under app/ [A8, G6]', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(
      files.filter((file) => !routes.some(({ path }) => path === file)),
      'under app/, but not in lib/routes.ts',
    ).toEqual([]);
    const byServer = routes.filter((route) => !isPage(route) && route.byServer).map(({ path }) => path);
    expect(byServer).toEqual(['/healthz']);
    expect(
      routes.map(({ path }) => path).filter((path) => !files.includes(path) && !byServer.includes(path)),
      'in lib/routes.ts, but not under app/',
    ).toEqual([]);
  });

  test('finds every route by a path of its own shape [A8]', () => {
    for (const route of routes) {
      const path = route.path.replace('/[lang]', '/ar').replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, 'sample');
      expect(findRoute(splitSegments(path) ?? [])?.path, path).toBe(route.path);
    }
  });

  test('does not match deeper, shorter and differently written paths [A4, A8]', () => {
    for (const path of [
      '/ar',
      '/ar/home/x',
      '/ar/Home',
      '/AR/home',
      '/xx/home',
      '/ar/course',
      '/ar/articles/a/b',
      '/ar/profile/a/b',
      '/ar/forgetpassword',
      '/ar/admin/nowhere',
      '/ar/admin/audit/x',
      '/home',
      '/api',
      '/api/nothing',
      '/API/blogs',
      '/auth',
      '/ar/api/blogs',
      '/',
    ]) {
      expect(findRoute(splitSegments(path) ?? []), path).toBeUndefined();
    }
  });

  test('matches a guarded page in any spelling of its path [G1, X05]', () => {
    for (const path of [
      '/ar/%63ourse/x',
      '/ar//course/x',
      '/ar\\course\\x',
      '/ar/course%2Fx',
      '/ar/course/x.rsc',
      '/ar/course.rsc/x',
      '/ar/course/x.segments',
    ]) {
      expect(findRoute(splitSegments(path) ?? [])?.path, path).toBe('/[lang]/course/[name]');
    }
  });

  test.each(calls)('$path exports the methods in the table [A8]', async ({ path, methods: listed }) => {
    const file = await loadRouteFile(path);
    expect('default' in file ? ['GET'] : methods.filter((method) => file[method])).toEqual(listed);
  });

  test.each(calls.filter(({ path }) => listAllowedAccess(path)))(
    '$path is open only to the user that it names, or to administrators or editors [S1, S3, G6]',
    async (route) => {
      for (const access of await readAccesses(route)) expect(listAllowedAccess(route.path)).toContain(access);
    },
  );

  test('only public routes are cached [P1]', async () => {
    for (const route of routes.filter(({ cache }) => cache !== undefined)) {
      expect(isPage(route) ? [route.access] : await readAccesses(route), route.path).toEqual(['public']);
    }
  });
});
