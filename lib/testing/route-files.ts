import type { RouteHandler } from '@/lib/api/handler';
import { isPage, routes, type CallRoute, type Method } from '@/lib/routes';

export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

type RouteFile = Partial<Record<Method, RouteHandler>> & { default?: unknown };

const files = import.meta.glob<RouteFile>(['/app/**/route.ts', '/app/{sitemap,robots}.ts']);

/** `/[lang]/articles/feed.xml` of `/app/[lang]/(site)/articles/feed.xml/route.ts`; `/sitemap.xml` of `/app/sitemap.ts`. */
function pathOf(file: string): string {
  if (!file.endsWith('/route.ts')) return file === '/app/sitemap.ts' ? '/sitemap.xml' : '/robots.txt';
  return file.replace('/app', '').replace('/route.ts', '').replaceAll(/\/\([^/]+\)/g, '');
}

const byPath = new Map(Object.entries(files).map(([file, load]) => [pathOf(file), load]));

/** For tests: the calls of the table that route files answer, and these. */
export const calls: readonly CallRoute[] = routes.filter((route): route is CallRoute => !isPage(route) && !route.byServer);

/** @throws when no route file has this path */
export const routeFile = (path: string): Promise<RouteFile> => byPath.get(path)!();
