import { expect, test } from 'vitest';
import { groups } from '@/lib/api/openapi/operations';
import { openApiDocument, pathOf } from '@/lib/api/openapi/document';
import { calls, methods, routeFile } from '@/lib/testing/route-files';
import { isPage, routes, type CallRoute } from '@/lib/routes';

/** With those that the server answers itself. */
const everyCall = routes.filter((route): route is CallRoute => !isPage(route));
const document = async () => openApiDocument(await Promise.all(everyCall.flatMap((route) => methods.filter((method) => route.methods[method]).map(async (method) => (
  { route, method, options: calls.includes(route) ? ((await routeFile(route.path))[method]?.options ?? null) : null }
)))));

/** `npm run docs:openapi` writes the file. */
test('N23 docs/openapi.json is made from the table of routes, the handlers and their schemas', async () => {
  await expect(`${JSON.stringify(await document(), null, 2)}\n`).toMatchFileSnapshot('../docs/openapi.json');
});

test('N23 every call of the table is described, and nothing else is', () => {
  const described = new Set(groups.flatMap(({ operations }) => Object.keys(operations)));
  const inTable = new Set(everyCall.flatMap((route) => methods.filter((method) => route.methods[method]).map((method) => `${method} ${route.path}`)));
  expect([...inTable].filter((call) => !described.has(call)), 'not in lib/api/openapi/operations.ts').toEqual([]);
  expect([...described].filter((call) => !inTable.has(call)), 'not in lib/routes.ts').toEqual([]);
});

test('N23 what the operating contract names is described, the answers of the server itself too', async () => {
  const { paths } = await document();
  for (const path of ['/healthz', '/readyz', '/metrics', '/version', '/sitemap.xml', '/robots.txt', '/openapi.json']) expect(paths[path]?.get, path).toBeDefined();
});

test('N23 what is held with an entity tag may be answered with 304', async () => {
  const { paths } = await document();
  for (const route of everyCall.filter(({ cache }) => cache)) expect(Object.keys(paths[pathOf(route)]!.get!.responses), route.path).toContain('304');
});
