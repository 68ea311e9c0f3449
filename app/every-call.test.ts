import { rmSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { toJSONSchema } from 'zod';
import { cookieNames } from '@/lib/accounts/sessions/cookies';
import { startSession } from '@/lib/accounts/sessions/start-session';
import type { RouteHandler } from '@/lib/api/handler';
import { pathOf } from '@/lib/api/openapi/built-document';
import { openApiDocument } from '@/lib/api/openapi/document';
import { config, resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { inEachLanguage } from '@/lib/language';
import type { Method } from '@/lib/routes';
import { bundleBodies, seedSecondCourse } from '@/tests/support/calls/bundle-examples';
import {
  findFault,
  hostileQueries,
  hostileTexts,
  hostileValues,
  newsletterBodies,
  otherKinds,
  passkeyBodies,
  rawBodies,
  slowTexts,
} from '@/tests/support/calls/hostile-values';
import { seedCourse } from '@/tests/support/catalogue';
import { articleBodies } from '@/tests/support/content/articles';
import { resetDatabase } from '@/tests/support/database';
import { quizBodies } from '@/tests/support/quizzes';
import { calls, loadRouteFile } from '@/tests/support/route-files';

/** Sends hostile values to every call in lib/routes.ts; e2e/site/hostile-input.spec.ts covers next-auth and pages. */
type Json = unknown;

const document = await openApiDocument(loadRouteFile);
vi.mock('@/lib/api/openapi/built-document', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  builtDocument: () => document,
}));

const skippedCalls = ['/api/auth/[...nextauth]', '/sitemap.xml', '/robots.txt'];
const operating = ['/readyz'];
const testedCalls = calls.filter(({ path }) => !skippedCalls.includes(path));

const course = 'nextjs-from-zero';
const courseText = {
  title: 'A whole title',
  summary: 'A summary',
  htmlContent: '<p>x</p>',
  courseInfo: { createdBy: 'Midan', whatYouWillLearn: [{ content: 'x' }], courseInclude: [] },
};
const couponTerms = {
  percent: 30,
  amount: null,
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: null,
  maxUses: 10,
  maxUsesPerLearner: 1,
  withSale: true,
  refundable: false,
  courses: [course],
};
const captions = { name: 'x.vtt', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n' };

/** Examples that are too long for a route file, or that several calls share. */
const sharedBodies: Record<string, Json> = {
  'POST /api/payment/setProducts': [
    {
      key: 'a',
      name: 'A',
      description: 'A',
      amount: 10.5,
      courseName: course,
      refundableOnSale: true,
      translations: { en: { name: 'A', description: 'A' }, de: { name: 'A', description: 'A' } },
    },
  ],
  ...quizBodies,
  ...passkeyBodies,
  ...bundleBodies,
  ...articleBodies,
  ...newsletterBodies,
  'POST /api/admin/coupons': { code: 'SUMMER-30', ...couponTerms },
  'PUT /api/admin/coupons/[id]': { ...couponTerms, updatedAt: '2026-01-01T00:00:00Z' },
  'PUT /api/admin/courses/[slug]': {
    published: true,
    level: 'beginner',
    spokenLanguage: 'ar',
    texts: inEachLanguage(() => courseText),
    version: 'x',
  },
  'PUT /api/admin/courses/[slug]/lessons': {
    chapters: [
      {
        title: inEachLanguage(() => 'x'),
        lessons: [{ file: 'x.mp4', name: inEachLanguage(() => 'x'), freePreview: true }],
      },
    ],
    version: 'x',
  },
  'PUT /api/admin/courses/[slug]/lessons/[file]/captions': { ar: captions, en: null },
  'POST /api/admin/courses/[slug]/uploads': {
    sizeBytes: 10,
    fingerprint: 'x'.repeat(20),
    name: inEachLanguage(() => 'x'),
    chapter: 0,
    freePreview: false,
    captions: { ar: captions },
  },
  'POST /api/admin/pictures/[id]': { alt: inEachLanguage(() => 'A drawing'), focusX: 50, focusY: 50 },
};

const loadHandler = async (route: string, method: string): Promise<RouteHandler> =>
  (await loadRouteFile(route))[method as Method]!;

const bodies: Record<string, Json> = Object.fromEntries(
  await Promise.all(
    testedCalls.flatMap(({ path, methods }) =>
      methods
        .filter((method) => ['POST', 'PUT', 'PATCH'].includes(method))
        .map(async (method) => {
          const { example } = (await loadHandler(path, method)).options;
          return [`${method} ${path}`, sharedBodies[`${method} ${path}`] ?? example?.body ?? null];
        }),
    ),
  ),
);

const params: Record<string, string> = {
  id: 'none',
  slug: course,
  file: '01-welcome.mp4',
  action: 'grant',
  decision: 'approve',
  key: 'course-nextjs',
  orderId: 'none',
  sessionId: 'none',
  linkId: 'none',
  passkeyId: 'none',
  quizId: 'none',
  attemptId: 'none',
  courseName: course,
  lesson: '01-welcome.mp4',
  lang: 'en',
  hostname: 'localhost',
  name: 'hero',
  path: 'nothing',
};
const queryNames = ['lang', 'token', 'to', 'sig', 'exp', 'file', 'hmac', 'order'];

let field = 0;

/** Yields copies with one field replaced by a hostile value. Changes localised values in English only. */
function* changeValue(value: Json, others = otherKinds): Generator<Json> {
  yield* hostileValues;
  yield* others;
  if (typeof value !== 'object' || value === null) return;
  const isLocalised = languages.every((lang) => Object.hasOwn(value, lang));
  for (const [name, inner] of Object.entries(value).filter(([each]) => !isLocalised || each === 'en')) {
    for (const other of changeValue(inner, [otherKinds[(field += 1) % otherKinds.length]]))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
  }
}

interface RequestOptions {
  body?: string;
  headers?: Record<string, string>;
  query?: string;
  params?: Record<string, string>;
  token?: string | null;
}
let admin: { userId: string; token: string };

function sendRequest(
  route: string,
  handler: RouteHandler,
  method: string,
  { body, headers = {}, query = '', params: given = {}, token = admin.token }: RequestOptions = {},
): Promise<Response> {
  const all: Record<string, string> = { ...params, userId: admin.userId, ...given };
  const path = Object.fromEntries(
    [...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([whole, name]) => [
      name!,
      whole.startsWith('[...') ? all[name!]!.split('/') : all[name!]!,
    ]),
  );
  const calledPath = route.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => encodeURIComponent(all[name]!));
  const request = new Request(`${config().siteUrl}${calledPath}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return handler(request, { params: Promise.resolve(path) });
}

async function createAdmin(): Promise<void> {
  const now = new Date();
  const { id } = await (
    await db()
  ).user.create({
    data: {
      role: 'admin',
      name: 'Chief',
      email: `chief-${performance.now()}@midan.example`,
      emailConfirmedAt: now,
      totpConfirmedAt: now,
    },
    select: { id: true },
  });
  admin = {
    userId: id,
    token: (await startSession({ userId: id, totpAt: now }, { userAgent: '', ip: '' }, now)).accessToken,
  };
}

beforeAll(async () => {
  vi.stubEnv('LIMIT_SCALE', '1000000');
  for (const [name, folder] of [
    ['DATA_DIR', 'data'],
    ['MEDIA_DIR', 'media'],
  ] as const)
    vi.stubEnv(name, `var/test-every-call/${folder}`);
  resetConfig();
  await resetDatabase();
  for (const seed of [seedCourse, seedSecondCourse]) await seed();
});
afterAll(() => {
  vi.unstubAllEnvs();
  resetConfig();
  rmSync('var/test-every-call', { recursive: true, force: true });
});
beforeEach(createAdmin);

test('accepts the example body of each call, which has one unless its body may be empty [X27]', async () => {
  expect(Object.keys(sharedBodies).filter((call) => !(call in bodies))).toEqual([]);
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', route = ''] = call.split(' ');
    const handler = await loadHandler(route, method);
    if (body === null) {
      expect([call, handler.options.body?.safeParse({}).success ?? true]).toEqual([call, true]);
      continue;
    }
    await createAdmin();
    const answer = await sendRequest(route, handler, method, { body: JSON.stringify(body) });
    const refusal = answer.status === 422 ? ((await answer.json()) as { type: string; errors?: object }) : null;
    expect([call, answer.status === 415, refusal?.type.endsWith('/invalid') ? refusal.errors : null]).toEqual([
      call,
      false,
      null,
    ]);
  }
});

interface DocumentedBody {
  required?: string[];
}

const byToken = 'POST /api/newsletter/bounces';

test('each field that the OpenAPI document calls required is refused when missing [N23]', async () => {
  const { paths } = document;
  const wrong: string[] = [];
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', path = ''] = call.split(' ');
    const route = testedCalls.find((each) => each.path === path)!;
    const schema = paths[pathOf(route)]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema as
      DocumentedBody | undefined;
    if (!body || !schema?.required || call === byToken) continue;
    const handler = await loadHandler(path, method);
    await createAdmin();
    for (const name of schema.required) {
      const { [name]: _left, ...others } = body as Record<string, Json>;
      const answer = await sendRequest(path, handler, method, { body: JSON.stringify(others) });
      const { errors = {} } = answer.status === 422 ? ((await answer.json()) as { errors?: object }) : {};
      if (!Object.keys(errors).some((field) => field === name || field.startsWith(`${name}.`)))
        wrong.push(`${call} ${name}: ${answer.status} ${JSON.stringify(errors)}`);
    }
  }
  expect(wrong).toEqual([]);
});

function* addSlowTexts(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return yield* slowTexts;
  for (const [name, inner] of Object.entries(value))
    for (const other of addSlowTexts(inner))
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
}

/** Linear rules take milliseconds; the time limit also ends a rule that would block the test run. */
const maxParseMs = 5000;

test('no long text in a field of a call occupies the processor [X46]', { timeout: 300_000 }, async () => {
  const slow = new Set<string>();
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', path = ''] = call.split(' ');
    const { body: schema, form } = (await loadHandler(path, method)).options;
    if (!schema || body === null) continue;
    for (const changedBody of addSlowTexts(body)) {
      const parse = () => {
        schema.safeParse(changedBody);
        form?.read?.(changedBody as Record<string, unknown>, 'ar');
      };
      try {
        runInNewContext('parse()', { parse }, { timeout: maxParseMs });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        slow.add(call);
      }
      if (slow.size >= 3) break;
    }
  }
  expect([...slow]).toEqual([]);
});

interface InputSchema {
  $ref?: string;
  $defs?: Record<string, InputSchema>;
  properties?: Record<string, InputSchema>;
  required?: string[];
  anyOf?: InputSchema[];
  allOf?: InputSchema[];
  oneOf?: InputSchema[];
}

function* listOptionalFields(
  schema: InputSchema,
  defs: Record<string, InputSchema>,
  path: readonly string[] = [],
): Generator<string> {
  const { properties = {}, required = [] } = schema;
  if (schema.$ref) yield* listOptionalFields(defs[schema.$ref.split('/').at(-1)!] ?? {}, defs, path);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* listOptionalFields(part, defs, path);
  for (const [name, inner] of Object.entries(properties)) {
    if (!required.includes(name)) yield [...path, name].join('.');
    if (path.length < 3) yield* listOptionalFields(inner, defs, [...path, name]);
  }
}

function* listFormFields(value: Json, path: readonly string[] = []): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* listFormFields(inner, [...path, name]);
  else if (value !== null) yield [path.join('.'), String(value)];
}

/** Fields that forms always send. They are optional only for API clients. */
const neverLeftEmpty: Record<string, readonly string[]> = {
  'POST /auth/createUser': ['confirmPassword'],
  'POST /api/user/[userId]/profile/details': ['name', 'phone'],
  'POST /api/user/[userId]/profile/weekly-mail': ['mailLang'],
  'POST /api/user/[userId]/profile/newsletter': ['newsletterLang'],
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': ['finish'],
  'POST /auth/loginWithPasskey': ['credential.clientExtensionResults'],
  'POST /api/admin/articles/[id]/draft': ['published'],
  'POST /api/admin/pictures/[id]': ['updatedAt'],
};

test('accepts an optional field that a form without scripts sends empty as missing [V16]', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', path = ''] = call.split(' ');
    const handler = await loadHandler(path, method);
    if (!body || !handler.options.form || !handler.options.body) continue;
    const schema = toJSONSchema(handler.options.body, { io: 'input', unrepresentable: 'any' }) as InputSchema;
    const optional = [...new Set(listOptionalFields(schema, schema.$defs ?? {}))];
    const given = [...listFormFields(body)];
    const leaves = optional.filter(
      (name) => !neverLeftEmpty[call]?.includes(name) && !optional.some((other) => other.startsWith(`${name}.`)),
    );
    const findError = async (empty: Record<string, string>, left: readonly string[]) => {
      await createAdmin();
      const fields = new URLSearchParams([...given.filter(([name]) => !left.includes(name)), ...Object.entries(empty)]);
      const answer = await sendRequest(path, handler, method, {
        body: fields.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl },
      });
      return new URL(
        answer.headers.get('location') ?? `/?error=status-${answer.status}`,
        config().siteUrl,
      ).searchParams.get('error');
    };
    for (const left of [...leaves.map((name) => [name]), leaves]) {
      if (left.length === 0) continue;
      const without = await findError({}, left);
      for (const value of ['', ' ']) {
        const error = await findError(Object.fromEntries(left.map((name) => [name, value])), left);
        tried += 1;
        if (error === 'internal' || error?.startsWith('status-') || (error === 'invalid' && without !== 'invalid'))
          wrong.push(`${call} ${left.join(' ')} = "${value}": ${error}, left out: ${without}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(50);
});

/** Collects unexpected responses. Retries calls that exceed the database's time limit on a busy machine. */
async function findUnexpectedFaults(
  asking: AsyncIterable<{ what: string; answer: () => Promise<Response> }>,
): Promise<string[]> {
  const faults = new Map<string, string>();
  for await (const { what, answer } of asking) {
    let fault = await findFault(await answer());
    for (let tries = 0; tries < 5 && fault === '503 database-down'; tries += 1) fault = await findFault(await answer());
    if (fault) faults.set(fault, `${what.slice(0, 300)} → ${fault}`);
  }
  return [...faults.values()];
}

test.each(testedCalls)(
  '$path answers hostile values in each field, parameter, query and header without a 500 [X27]',
  async ({ path: route, methods }) => {
    let turn = 0;
    const rotateHeaders = (headers: Record<string, string> = {}) => ({
      'accept-language': languages[(turn += 1) % 3]!,
      ...headers,
    });
    async function* sendBodies() {
      for (const method of methods) {
        const handler = await loadHandler(route, method);
        const body = bodies[`${method} ${route}`];
        const send = (what: string, sent: RequestOptions) => ({
          what: `${method} ${route} ${what}`,
          answer: () => sendRequest(route, handler, method, { ...sent, headers: rotateHeaders(sent.headers) }),
        });
        const sample = body ? { body: JSON.stringify(body) } : {};
        for (const value of body ? changeValue(body) : [])
          yield send(JSON.stringify(value), { body: JSON.stringify(value) });
        for (const text of body === undefined ? [] : rawBodies) yield send(text, { body: text });
        for (const text of body === undefined
          ? []
          : [
              'hasOwnProperty.call=x',
              'a=1&a.b=2',
              'toString.call=x&__proto__.x=1',
              'otp.0.x=1',
              'answers=x',
              'answers.constructor=x',
              'billing_data=x',
              'a=%00',
              `${'a.'.repeat(3000)}a=1`,
            ]) {
          yield send(text, {
            body: text,
            headers: { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl },
          });
        }
        const { shape } = (handler.options.query ?? {}) as { shape?: object };
        for (const text of method === 'GET' ? hostileQueries : [])
          for (const name of shape ? Object.keys(shape) : queryNames)
            yield send(`${name}=${text}`, { query: `?${name}=${encodeURIComponent(text)}&${name}=again` });
        for (const text of hostileTexts) {
          for (const [, name] of route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g))
            yield send(`{${name}} ${text}`, {
              ...sample,
              params: { [name!]: text.includes('%') ? text : encodeURIComponent(text) },
            });
        }
        for (const header of [
          'if-none-match',
          'range',
          'upload-offset',
          'accept',
          'referer',
          'user-agent',
          'accept-language',
        ])
          yield send(header, { ...sample, headers: { [header]: '__proto__ {} %00 //[ \xff' } });
      }
    }
    const faults = await findUnexpectedFaults(sendBodies());
    expect(operating.includes(route) ? faults.filter((fault) => !fault.includes('503 unavailable')) : faults).toEqual(
      [],
    );
    const { hasOwnProperty, toString } = Object.prototype;
    expect([Object.keys(hasOwnProperty), Object.keys(toString), ({} as { x?: string }).x]).toEqual([[], [], undefined]);
  },
);

test('malformed cookies and credentials count as no session and never cause an error [X27]', async () => {
  const names = cookieNames();
  const cookies = [...Object.values(names), 'form', 'NEXT_LOCALE', 'toString', '__proto__'];
  const values = ['%', '%00', 'x'.repeat(3000), 'a|b', '%E4%BD%A0', 'eyJ.eyJ.x', ',;'];
  async function* sendHostileBodies() {
    for (const call of [
      'POST /api/contact',
      'POST /auth/refresh-token',
      'POST /auth/reset-password',
      'POST /auth/logout',
      'PUT /api/user/[userId]/progress/[courseName]',
    ]) {
      const body = bodies[call];
      const [method = '', route = ''] = call.split(' ');
      const handler = await loadHandler(route, method);
      const sample = { ...(body ? { body: JSON.stringify(body) } : {}), token: null };
      for (const value of values) {
        for (const name of cookies)
          yield {
            what: `${call} ${name}=${value}`,
            answer: () =>
              sendRequest(route, handler, method, {
                ...sample,
                headers: { cookie: `${name}=${value}`, origin: config().siteUrl },
              }),
          };
        for (const scheme of ['Bearer', 'bearer ', 'Basic', ''])
          yield {
            what: `${call} ${scheme} ${value}`,
            answer: () =>
              sendRequest(route, handler, method, { ...sample, headers: { authorization: `${scheme} ${value}` } }),
          };
      }
    }
  }
  expect(await findUnexpectedFaults(sendHostileBodies())).toEqual([]);
});
