import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import openapiTs, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '@/lib/api/openapi/built-document';
import { openApiDocument } from '@/lib/api/openapi/document';
import { type CallRoute, isPage, routes } from '@/lib/routes';
import { compileStrictly, generateClient } from '@/tests/support/openapi-client';
import { loadRouteFile } from '@/tests/support/route-files';

const everyCall = routes.filter((route): route is CallRoute => !isPage(route));
const document = await openApiDocument(loadRouteFile);
const { paths } = document;

test('the document describes exactly the calls in the route table [N23]', () => {
  const described = Object.entries(paths).flatMap(([path, each]) =>
    Object.keys(each).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(everyCall.flatMap((route) => route.methods.map((method) => `${method} ${pathOf(route)}`)));
});

test('the operational endpoints are described, including those that the server answers itself [N23]', () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/version', '/sitemap.xml', '/robots.txt', '/openapi.json'])
    expect(paths[path]?.get, path).toBeDefined();
});

test('calls with an ETag document 304 [N23]', () => {
  for (const route of everyCall.filter(({ cache }) => cache))
    expect(Object.keys(paths[pathOf(route)]!.get!.responses), route.path).toContain('304');
});

let folder: string;
let file: string;
beforeAll(() => {
  mkdirSync('test-results', { recursive: true });
  folder = mkdtempSync(join('test-results', 'clients-'));
  file = join(process.cwd(), folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('passes the recommended rules of the OpenAPI linter [N23]', async () => {
  // Allow paths that mix names and ids in the same segment, because the server tells them apart.
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } });
  const problems = await lint({ ref: file, config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('escapes no slash in a pattern and describes each form as an object, as client generators expect [N23]', () => {
  const patterns: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value);
    return value;
  });
  expect(patterns.filter((pattern) => pattern.includes('/'))).not.toEqual([]);
  expect(patterns.filter((pattern) => pattern.includes(String.raw`\/`))).toEqual([]);
  const forms = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ requestBody }) => requestBody?.content['application/x-www-form-urlencoded']?.schema ?? []);
  expect(forms.length).toBeGreaterThan(10);
  expect(forms.filter((schema) => !('$ref' in schema) && schema.type !== 'object')).toEqual([]);
});

test('names each operation once, and documents a 429 for each and items for each array [N23]', () => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index || !/^[a-z]+[A-Z]/.test(id))).toEqual([]);
  expect(operations.filter(({ responses }) => !responses['429'])).toEqual([]);
  const arrays: unknown[] = [];
  JSON.stringify(document, (_key, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'array' &&
      !('items' in value && value.items)
    )
      arrays.push(value);
    return value;
  });
  expect(arrays).toEqual([]);
});

test('produces types and a client that compile in strict mode with two generators [N23]', async () => {
  writeFileSync(join(folder, 'types.ts'), astToString(await openapiTs(pathToFileURL(file))));
  await generateClient(file, folder);
  compileStrictly(folder, []);
});
