import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { createConfig, lint } from '@redocly/openapi-core';
import openapiTs, { astToString } from 'openapi-typescript';
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

const file = join(process.cwd(), 'docs/openapi.json');

test('keeps every recommended rule of the OpenAPI linter [N23]', async () => {
  // The paths of the contract begin with either a name or an id, which a server tells apart.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
  const problems = await lint({ ref: file, config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('names each operation once, gives each a 429 and each array its items [N23]', async () => {
  const { paths, ...rest } = await document();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[a-z]+[A-Z]/.test(id))).toEqual([]);
  expect(operations.filter(({ responses }) => !responses['429'])).toEqual([]);
  const arrays: unknown[] = [];
  JSON.stringify({ paths, rest }, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array' && !('items' in value && value.items)) arrays.push(value);
    return value;
  });
  expect(arrays).toEqual([]);
});

test('gives two client generators what they compile strictly [N23]', async () => {
  mkdirSync('test-results', { recursive: true });
  const folder = mkdtempSync(join('test-results', 'clients-'));
  try {
    writeFileSync(join(folder, 'types.ts'), astToString(await openapiTs(pathToFileURL(file))));
    await createClient({ input: file, output: { path: join(folder, 'client'), tsConfigPath: null }, logs: { level: 'silent' }, plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'] });
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: [] }, include: ['.'] }));
    execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', folder], { stdio: 'pipe', encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
