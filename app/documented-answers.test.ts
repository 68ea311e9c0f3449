import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pathOf } from '@/lib/api/openapi/built-document';
import { openApiDocument } from '@/lib/api/openapi/document';
import { problemDocument } from '@/lib/shapes';
import { exampleCalls, needsPreparation, prepareExample } from '@/tests/support/calls/call-examples';
import { type CallInput, createWorld, sendCall, signIn, world } from '@/tests/support/calls/call-world';
import { calls, loadRouteFile } from '@/tests/support/route-files';

// Makes every documented call once as documented, and several times with invalid input.

// Skip next-auth, which needs Next's own request object, and sitemap and robots, which have no handler.
const notAsked = ['/api/auth/[...nextauth]', '/sitemap.xml', '/robots.txt'];
const documented = calls
  .filter(({ path: route }) => !notAsked.includes(route))
  .flatMap((route) => route.methods.map((method) => ({ call: `${method} ${route.path}`, route, method })));

test('each example belongs to a call', () => {
  const known = new Set(documented.map(({ call }) => call));
  expect(exampleCalls.filter((call) => !known.has(call))).toEqual([]);
});

type DocumentedCall = (typeof documented)[number];

const document = await openApiDocument(loadRouteFile);
vi.mock('@/lib/api/openapi/built-document', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  builtDocument: () => document,
}));
const { paths } = document;

async function expectDocumentedAnswer({ call, route, method }: DocumentedCall): Promise<void> {
  const answer = await sendCall(call, await prepareExample(call));
  const { answers } = (await loadRouteFile(route.path))[method]!.options;
  const text = answer.headers.get('content-type')?.startsWith('image/') ? '' : await answer.text();
  const [status, shape] = Object.entries(answers)[0]!;
  if (answer.headers.has('x-accel-redirect')) expectFileAnswers(route, method);
  expect([answer.status, text].slice(0, answer.status === Number(status) ? 1 : 2)).toEqual([Number(status)]);
  if (typeof shape === 'string') return expect(answer.headers.get('content-type')).toContain(shape);
  if (shape === null) return expect(text).toBe('');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(shape.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([]);
}

function expectFileAnswers(route: DocumentedCall['route'], method: string): void {
  const { responses } = paths[pathOf(route)]![method.toLowerCase()]!;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['206', '304', '412', '416']));
  for (const status of ['304', '412', '416']) expect(responses[status]).toEqual({ description: expect.any(String) });
}

const onlyReads = ({ call, method }: DocumentedCall): boolean => method === 'GET' && !needsPreparation(call);

describe('calls that only read', () => {
  beforeAll(createWorld);
  test.each(documented.filter(onlyReads))('$call answers in its documented shape', expectDocumentedAnswer);
});

describe('calls that change something or need preparation', () => {
  beforeEach(createWorld);
  test.each(documented.filter((each) => !onlyReads(each)))(
    '$call answers in its documented shape',
    expectDocumentedAnswer,
  );
});

describe('refusals', () => {
  beforeAll(createWorld);
  // Sign in again for each test, because some calls end their own session.
  beforeEach(() => signIn(world.learner.userId, world.admin.userId));

  test.each(documented)('$call refuses with a problem of a documented status', async ({ call, route, method }) => {
    const { responses, requestBody } = paths[pathOf(route)]![method.toLowerCase()]!;
    const bad: CallInput[] = [
      { token: null, body: '{}' },
      { body: '{' },
      { body: '{}' },
      { body: 'x', headers: { 'content-type': 'text/plain' } },
      { query: '?page=x&lang=x' },
    ];
    for (const sent of bad) {
      if (method === 'GET') delete sent.body;
      const answer = await sendCall(call, requestBody ? sent : { ...sent, body: undefined });
      if (answer.status < 400) continue;
      expect(answer.headers.get('content-type'), call).toMatch(/^application\/problem\+json/);
      const problem = problemDocument.parse(await answer.json());
      expect(problem.status).toBe(answer.status);
      expect(Object.keys(responses), problem.type).toContain(String(answer.status));
    }
  });
});
