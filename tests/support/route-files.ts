import type { RouteFile } from '@/lib/api/openapi/document';
import { type CallRoute, isPage, type Method, routes } from '@/lib/routes';

export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const files = import.meta.glob<RouteFile & { default?: unknown }>([
  '/app/**/route.ts',
  '/app/.well-known/**/route.ts',
  '/app/{sitemap,robots}.ts',
]);

function readPath(file: string): string {
  if (!file.endsWith('/route.ts')) return file === '/app/sitemap.ts' ? '/sitemap.xml' : '/robots.txt';
  return file
    .replace('/app', '')
    .replace('/route.ts', '')
    .replaceAll(/\/\([^/]+\)/g, '');
}

const byPath = new Map(Object.entries(files).map(([file, load]) => [readPath(file), load]));

export const calls: readonly CallRoute[] = routes.filter(
  (route): route is CallRoute => !isPage(route) && !route.byServer,
);

export const loadRouteFile = (path: string): Promise<RouteFile & { default?: unknown }> => byPath.get(path)!();
