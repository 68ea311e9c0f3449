import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import document from '@/docs/openapi.json';
import { problemDocument } from '@/lib/api/answers/shapes';
import { pathOf, type OpenApiDocument } from '@/lib/api/openapi/document';
import { examples } from '@/lib/testing/calls/call-examples';
import { newWorld, send, signIn, world, type Sent } from '@/lib/testing/calls/call-world';
import { calls, methods, routeFile } from '@/lib/testing/route-files';

/** Every documented call once as its documentation says, and several times refused. */

// next-auth wants Next's own request (e2e/accounts.spec.ts asks it); sitemap and robots have no handler.
const notAsked = ['/api/auth/[...nextauth]', '/sitemap.xml', '/robots.txt'];
const documented = calls.filter(({ path: route }) => !notAsked.includes(route)).flatMap((route) => methods.filter((method) => route.methods[method]).map((method) => ({ call: `${method} ${route.path}`, route, method })));

test('every call has an example', () => {
  const [asked, known] = [new Set(Object.keys(examples)), new Set(documented.map(({ call }) => call))];
  expect([...known].filter((call) => !asked.has(call)), 'without an example in lib/testing/calls/').toEqual([]);
  expect([...asked].filter((call) => !known.has(call)), 'an example of no call').toEqual([]);
});

type Documented = (typeof documented)[number];

const { paths } = document as unknown as OpenApiDocument;

async function expectDocumentedAnswer({ call, route, method }: Documented): Promise<void> {
  const example = examples[call]!;
  const answer = await send(call, typeof example === 'function' ? await example() : example);
  const { answers } = (await routeFile(route.path))[method]!.options;
  const text = answer.headers.get('content-type')?.startsWith('image/') ? '' : await answer.text();
  const [status, shape] = Object.entries(answers)[0]!;
  if (answer.headers.has('x-accel-redirect')) expectFileAnswers(route, method);
  expect([answer.status, text].slice(0, answer.status === Number(status) ? 1 : 2)).toEqual([Number(status)]);
  if (typeof shape === 'string') return expect(answer.headers.get('content-type')).toContain(shape);
  if (shape === null) return expect(text).toBe('');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(shape.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([]);
}

/** The server sends the file, by ranges and conditions, and what holds no content is no problem document. */
function expectFileAnswers(route: Documented['route'], method: string): void {
  const { responses } = paths[pathOf(route)]![method.toLowerCase()]!;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['206', '304', '412', '416']));
  for (const status of ['304', '412', '416']) expect(responses[status]).toEqual({ description: expect.any(String) });
}

/** Needs nothing first and changes nothing: all share one world. */
const onlyReads = ({ call, method }: Documented): boolean => method === 'GET' && typeof examples[call] !== 'function';

describe('reading', () => {
  beforeAll(newWorld);
  test.each(documented.filter(onlyReads))('$call answers in its documented shape', expectDocumentedAnswer);
});

describe('what changes something, or needs something before', () => {
  beforeEach(newWorld);
  test.each(documented.filter((each) => !onlyReads(each)))('$call answers in its documented shape', expectDocumentedAnswer);
});

describe('refusals', () => {
  beforeAll(newWorld);
  // Some calls end the session that makes them.
  beforeEach(() => signIn(world.learner.userId, world.admin.userId));

  test.each(documented)('$call refuses with a problem of a documented status', async ({ call, route, method }) => {
    const { responses, requestBody } = paths[pathOf(route)]![method.toLowerCase()]!;
    const bad: Sent[] = [{ token: null, body: '{}' }, { body: '{' }, { body: '{}' }, { body: 'x', headers: { 'content-type': 'text/plain' } }, { query: '?page=x&lang=x' }];
    for (const sent of bad) {
      if (method === 'GET') delete sent.body;
      const answer = await send(call, requestBody ? sent : { ...sent, body: undefined });
      if (answer.status < 400) continue;
      expect(answer.headers.get('content-type'), call).toMatch(/^application\/problem\+json/);
      const problem = problemDocument.parse(await answer.json());
      expect(problem.status).toBe(answer.status);
      expect(Object.keys(responses), problem.type).toContain(String(answer.status));
    }
  });
});
