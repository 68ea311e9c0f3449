import { expect, test } from 'vitest';
import { groups } from '@/lib/api/openapi/operations';
import { openApiDocument } from '@/lib/api/openapi/document';
import { calls, methods, routeFile } from '@/lib/testing/route-files';

/** `npm run docs:openapi` writes the file. */
test('N23 docs/openapi.json is made from the table of routes, the handlers and their schemas', async () => {
  const documented = await Promise.all(calls.flatMap((route) => methods.filter((method) => route.methods[method]).map(async (method) => (
    { route, method, options: (await routeFile(route.path))[method]?.options ?? null }
  ))));
  await expect(`${JSON.stringify(openApiDocument(documented), null, 2)}\n`).toMatchFileSnapshot('../docs/openapi.json');
});

test('N23 every call of the table is described, and nothing else is', () => {
  const described = groups.flatMap(({ operations }) => Object.keys(operations));
  const inTable = calls.flatMap((route) => methods.filter((method) => route.methods[method]).map((method) => `${method} ${route.path}`));
  expect(described.toSorted()).toEqual(inTable.toSorted());
});
