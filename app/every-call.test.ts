import { rmSync } from 'node:fs';
import { toJSONSchema } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import document from '@/docs/openapi.json';
import { pathOf, type OpenApiDocument } from '@/lib/api/openapi/document';
import { config, forgetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import type { RouteHandler } from '@/lib/api/handler';
import { languages } from '@/lib/language';
import type { Method } from '@/lib/routes';
import { cookieNames } from '@/lib/auth/sessions/cookies';
import { startSession } from '@/lib/auth/sessions/start-session';
import { articleBodies } from '@/lib/testing/content/articles';
import { bulkBodies } from '@/lib/testing/calls/bulk-examples';
import { bundleBodies, seedSecondCourse } from '@/lib/testing/calls/bundle-examples';
import { faultOf } from '@/lib/testing/calls/hostile/fault-of';
import { hostileQueries, hostileTexts, hostileValues, otherKinds, rawBodies } from '@/lib/testing/calls/hostile/hostile-values';
import { seedCourse } from '@/lib/testing/catalogue';
import { freshDatabase } from '@/lib/testing/database';
import { contentBodies, giftBodies, learningBodies, newsletterBodies } from '@/lib/testing/calls/hostile/learning-bodies';
import { secondFactorBodies } from '@/lib/testing/calls/hostile/second-factor-bodies';
import { quizBodies } from '@/lib/testing/quizzes';
import { calls, methods, routeFile } from '@/lib/testing/route-files';
import { seatBodies } from '@/lib/testing/seats';

/**
 * Every call of lib/routes.ts with what no schema expects, so that a new one cannot be forgotten. next-auth's own and the
 * pages are asked in e2e/site/hostile-input.spec.ts; sitemap and robots read no request.
 */
type Json = unknown;
const notAsked = ['/api/auth/[...nextauth]', '/sitemap.xml', '/robots.txt'];
/** Answers 503 while a part is down. */
const operating = ['/readyz'];
const asked = calls.filter(({ path }) => !notAsked.includes(path));

const course = 'nextjs-from-zero';
const courseText = { title: 'A whole title', summary: 'A summary', htmlContent: '<p>x</p>', courseInfo: { createdBy: 'Midan', whatYouWillLearn: [{ content: 'x' }], courseInclude: [] } };
const inAll = (value: Json) => ({ ar: value, en: value, de: value });
const account = { name: 'Mona Adel', email: 'mona@midan.example', phone: '01001234567', sub: 'river-lantern-42', confirmPassword: 'river-lantern-42' };
const couponTerms = { percent: 30, amount: null, startsAt: '2026-01-01T00:00:00Z', endsAt: null, maxUses: 10, maxUsesPerLearner: 1, withSale: true, refundable: false, courses: [course] };
const captions = { name: 'x.vtt', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n' };
const progress = { lesson: '01-welcome.mp4', positionSeconds: 3, played: true, watched: [[0, 3]] };

/** The calls that take no body. */
const withoutBody = [
  'POST /api/blog/[id]/view', 'POST /auth/loginAsGuest', 'POST /auth/totp/enrol', 'POST /auth/totp/recovery-codes', 'POST /auth/totp/change', 'POST /auth/passkey/sign-in-options', 'POST /auth/passkey/step-up-options',
  'POST /api/user/[userId]/certificate/[courseName]', 'POST /api/user/[userId]/certificate/[courseName]/name', 'POST /api/user/[userId]/profile/confirm-email',
  'POST /api/user/[userId]/sessions/[sessionId]/end', 'POST /api/user/[userId]/sessions/end-all',
  'POST /api/admin/coupons/[id]/end', 'POST /api/admin/pictures', 'POST /api/admin/pictures/[id]/remove', 'PATCH /api/admin/uploads/[id]',
  'POST /api/admin/uploads/[id]/retry', 'POST /api/admin/courses/[slug]/lessons/[file]/attachments',
];

/** What each call that takes a body expects; null for those that read none. */
const bodies: Record<string, Json> = {
  ...Object.fromEntries(withoutBody.map((call) => [call, null])),
  'POST /api/contact': { fullName: 'Mona Adel', email: 'mona@midan.example', phoneNumber: '01001234567', message: 'Hello there' },
  'POST /api/user/[userId]/providers/[linkId]/unlink': { currentPassword: account.sub },
  'POST /api/user/[userId]/passkeys/[passkeyId]/remove': { currentPassword: account.sub },
  'POST /auth/createUser': account,
  'POST /auth/loginAsUser': { email: account.email, sub: account.sub, totp: '123456' },
  'POST /auth/loginWithGoogle': { code: 'x', redirectUri: 'http://localhost/x', codeVerifier: 'x', totp: '123456' },
  'POST /auth/loginWithLinkedIn': { code: 'x', redirectUri: 'http://localhost/x' },
  'POST /auth/send-login-code': { email: 'nobody@midan.example', callbackUrl: '/ar/home', resend: '1' },
  'POST /auth/loginWithCode': { email: 'nobody@midan.example', otp: '123456', totp: '123456', callbackUrl: '/ar/home' },
  'POST /auth/refresh-token': { refreshToken: 'x' },
  'POST /auth/forgot-password': { email: 'nobody@midan.example', resend: '1' },
  'POST /auth/verify-otp': { email: 'nobody@midan.example', otp: '123456' },
  'POST /auth/reset-password': { userId: 'x', sub: account.sub, confirmPassword: account.sub, resetToken: 'x', currentPassword: 'x', totp: '123456' },
  ...Object.fromEntries(['confirm-new-email', 'restore-email'].map((call) => [`POST /auth/${call}`, { token: 'x' }])),
  'POST /auth/logout': { refreshToken: 'x', to: '/ar/home' },
  'POST /api/payment/setProducts': [{ key: 'a', name: 'A', description: 'A', amount: 10.5, courseName: course, refundableOnSale: true, translations: { en: { name: 'A', description: 'A' }, de: { name: 'A', description: 'A' } } }],
  'POST /api/payment/[userId]/sendPaymentRequest': { productKey: 'course-nextjs', billing_data: { first_name: 'Mona', last_name: 'Adel', phone_number: '01001234567', email: 'mona@midan.example' }, coupon: '', gift: { recipient_name: 'Hala', recipient_email: 'hala@midan.example', card: 'For you', send_on: '' } },
  'POST /api/payment/[userId]/checkProductStatus': { productKey: 'course-nextjs' },
  'POST /api/payment/[userId]/orders/[orderId]/refund': { reason: 'No time' },
  ...giftBodies,
  'POST /api/payment/callback': { type: 'TRANSACTION', obj: { id: 1, amount_cents: 100, success: true, order: { id: 1 }, source_data: { pan: '1', type: 'card', sub_type: 'x' }, created_at: '2026-01-01T00:00:00' } },
  'POST /api/user/[userId]/video/getVideo': { courseName: course, path: `${course}\\part\\01-welcome.mp4` },
  'PUT /api/user/[userId]/progress/[courseName]': progress,
  'POST /api/user/[userId]/progress/[courseName]': progress,
  'POST /api/user/[userId]/feedback/[courseName]': { rating: 4, answers: { helped: 'x' } },
  ...learningBodies,
  ...quizBodies,
  ...secondFactorBodies,
  'POST /api/user/[userId]/profile/details': { name: 'Mona Adel', phone: '01001234567' },
  'POST /api/user/[userId]/profile/reminders': { reminders: 'on' }, 'POST /api/reminders/stop': null,
  'POST /api/user/[userId]/profile/email': { email: 'mona.new@midan.example', currentPassword: 'x' },
  'POST /api/user/[userId]/profile/delete': { email: 'somebody@else.example', currentPassword: 'x' },
  ...bulkBodies, ...bundleBodies, ...seatBodies, ...contentBodies, ...articleBodies, ...newsletterBodies,
  'POST /api/admin/coupons': { code: 'SUMMER-30', ...couponTerms }, 'PUT /api/admin/coupons/[id]': { ...couponTerms, updatedAt: '2026-01-01T00:00:00Z' },
  'PUT /api/admin/courses/[slug]': { published: true, level: 'beginner', spokenLanguage: 'ar', texts: inAll(courseText), version: 'x' },
  'PUT /api/admin/courses/[slug]/lessons': { chapters: [{ title: inAll('x'), lessons: [{ file: 'x.mp4', name: inAll('x'), freePreview: true }] }], version: 'x' },
  'PUT /api/admin/courses/[slug]/lessons/[file]/captions': { ar: captions, en: null },
  'POST /api/admin/courses/[slug]/uploads': { sizeBytes: 10, fingerprint: 'x'.repeat(20), name: inAll('x'), chapter: 0, freePreview: false, captions: { ar: captions } },
  'PUT /api/admin/enquiries/[id]': { handled: true },
  'POST /api/admin/orders/[id]/[action]': { reason: 'A reason' },
  'PUT /api/admin/products/[key]': { amount: 1000, saleAmount: 500, refundableOnSale: true, updatedAt: '2026-01-01T00:00:00Z' },
  'POST /api/admin/refunds/[orderId]/[decision]': { reason: 'A reason' },
  'POST /api/admin/pictures/[id]': { alt: inAll('A drawing'), focusX: 50, focusY: 50 },
  'PUT /api/admin/users/[id]/role': { role: 'learner' },
};

const params: Record<string, string> = {
  id: 'none', slug: course, file: '01-welcome.mp4', action: 'grant', decision: 'approve', key: 'course-nextjs', orderId: 'none', sessionId: 'none', linkId: 'none', passkeyId: 'none', quizId: 'none', attemptId: 'none',
  courseName: course, lesson: '01-welcome.mp4', lang: 'en', hostname: 'localhost', name: 'hero', path: 'nothing',
};
/** Of calls that have no schema for their query. */
const queryNames = ['lang', 'token', 'to', 'sig', 'exp', 'file', 'hmac', 'order'];

let field = 0;

/** The value, and one place in it after another, replaced by hostile ones; of what is the same in each language only the English. */
function* changed(value: Json, others = otherKinds): Generator<Json> {
  yield* hostileValues;
  yield* others;
  if (typeof value !== 'object' || value === null) return;
  const isLocalised = languages.every((lang) => Object.hasOwn(value, lang));
  for (const [name, inner] of Object.entries(value).filter(([each]) => !isLocalised || each === 'en')) {
    for (const other of changed(inner, [otherKinds[(field += 1) % otherKinds.length]])) yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
  }
}

const handlerOf = async (route: string, method: string): Promise<RouteHandler> => (await routeFile(route))[method as Method]!;

interface Sent { body?: string; headers?: Record<string, string>; query?: string; params?: Record<string, string>; token?: string | null }
let admin: { userId: string; token: string };

function ask(route: string, handler: RouteHandler, method: string, { body, headers = {}, query = '', params: given = {}, token = admin.token }: Sent = {}): Promise<Response> {
  const all: Record<string, string> = { ...params, userId: admin.userId, ...given };
  const path = Object.fromEntries([...route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([whole, name]) => [name!, whole.startsWith('[...') ? all[name!]!.split('/') : all[name!]!]));
  const address = route.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => encodeURIComponent(all[name]!));
  const request = new Request(`${config().siteUrl}${address}${query}`, {
    method, headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers }, ...(body === undefined ? {} : { body }),
  });
  return handler(request, { params: Promise.resolve(path) });
}

async function newAdmin(): Promise<void> {
  const now = new Date();
  const { id } = await (await db()).user.create({
    data: { role: 'admin', name: 'Chief', email: `chief-${performance.now()}@midan.example`, emailConfirmedAt: now, totpConfirmedAt: now }, select: { id: true },
  });
  admin = { userId: id, token: (await startSession({ userId: id, totpAt: now }, { userAgent: '', address: '' }, now)).accessToken };
}

beforeAll(async () => {
  vi.stubEnv('LIMIT_SCALE', '1000000');
  for (const [name, folder] of [['DATA_DIR', 'data'], ['MEDIA_DIR', 'media']] as const) vi.stubEnv(name, `var/test-every-call/${folder}`);
  forgetConfig();
  await freshDatabase();
  for (const seed of [seedCourse, seedSecondCourse]) await seed();
});
afterAll(() => {
  vi.unstubAllEnvs();
  forgetConfig();
  rmSync('var/test-every-call', { recursive: true, force: true });
});
beforeEach(newAdmin);

test('X27 the bodies of this file are what the calls expect', async () => {
  const wanted = asked.flatMap((route) => methods.filter((method) => ['POST', 'PUT', 'PATCH'].includes(method) && route.methods[method]).map((method) => `${method} ${route.path}`));
  expect(Object.keys(bodies).sort()).toEqual(wanted.sort());
  for (const [call, body] of Object.entries(bodies)) {
    if (body === null) continue;
    await newAdmin();
    const [method = '', route = ''] = call.split(' ');
    const answer = await ask(route, await handlerOf(route, method), method, { body: JSON.stringify(body) });
    const refusal = answer.status === 422 ? ((await answer.json()) as { type: string; errors?: object }) : null;
    expect([call, answer.status === 415, refusal?.type.endsWith('/invalid') ? refusal.errors : null]).toEqual([call, false, null]);
  }
});

interface DocumentedBody { required?: string[] }

/** Nobody who asks here has its token. */
const byToken = 'POST /api/newsletter/bounces';

test('N23 what docs/openapi.json calls required is missed when it is left out', async () => {
  const { paths } = document as unknown as OpenApiDocument;
  const wrong: string[] = [];
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', path = ''] = call.split(' ');
    const route = asked.find((each) => each.path === path)!;
    const schema = paths[pathOf(route)]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema as DocumentedBody | undefined;
    if (!body || !schema?.required || call === byToken) continue;
    const handler = await handlerOf(path, method);
    await newAdmin();
    for (const name of schema.required) {
      const { [name]: _left, ...others } = body as Record<string, Json>;
      const answer = await ask(path, handler, method, { body: JSON.stringify(others) });
      const { errors = {} } = answer.status === 422 ? ((await answer.json()) as { errors?: object }) : {};
      if (!Object.keys(errors).some((field) => field === name || field.startsWith(`${name}.`))) wrong.push(`${call} ${name}: ${answer.status} ${JSON.stringify(errors)}`);
    }
  }
  expect(wrong).toEqual([]);
});

interface InputSchema { $ref?: string; $defs?: Record<string, InputSchema>; properties?: Record<string, InputSchema>; required?: string[]; anyOf?: InputSchema[]; allOf?: InputSchema[]; oneOf?: InputSchema[] }

/** Dotted names of the fields that a form may leave out. */
function* optionalFields(schema: InputSchema, defs: Record<string, InputSchema>, path: readonly string[] = []): Generator<string> {
  const { properties = {}, required = [] } = schema;
  if (schema.$ref) yield* optionalFields(defs[schema.$ref.split('/').at(-1)!] ?? {}, defs, path);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) yield* optionalFields(part, defs, path);
  for (const [name, inner] of Object.entries(properties)) {
    if (!required.includes(name)) yield [...path, name].join('.');
    if (path.length < 3) yield* optionalFields(inner, defs, [...path, name]);
  }
}

function* formFields(value: Json, path: readonly string[] = []): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null) for (const [name, inner] of Object.entries(value)) yield* formFields(inner, [...path, name]);
  else if (value !== null) yield [path.join('.'), String(value)];
}

/** Optional for programs only: the forms ask for them, choose them from a list, or carry them in a button or hidden field. */
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

test('takes optional fields that a form without scripts sends empty as left out [V16]', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const [call, body] of Object.entries(bodies)) {
    const [method = '', path = ''] = call.split(' ');
    const handler = await handlerOf(path, method);
    if (!body || !handler.options.form || !handler.options.body) continue;
    const schema = toJSONSchema(handler.options.body, { io: 'input', unrepresentable: 'any' }) as InputSchema;
    const optional = [...new Set(optionalFields(schema, schema.$defs ?? {}))];
    // A parent that is left out leaves out its fields; a field of a parent that is not there is no form's.
    const given = [...formFields(body)];
    const leaves = optional.filter((name) => !neverLeftEmpty[call]?.includes(name) && !optional.some((other) => other.startsWith(`${name}.`)));
    const errorAfter = async (empty: Record<string, string>, left: readonly string[]) => {
      await newAdmin();
      const fields = new URLSearchParams([...given.filter(([name]) => !left.includes(name)), ...Object.entries(empty)]);
      const answer = await ask(path, handler, method, { body: fields.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl } });
      return new URL(answer.headers.get('location') ?? `/?error=status-${answer.status}`, config().siteUrl).searchParams.get('error');
    };
    for (const left of [...leaves.map((name) => [name]), leaves]) {
      if (left.length === 0) continue;
      const without = await errorAfter({}, left);
      for (const value of ['', ' ']) {
        const error = await errorAfter(Object.fromEntries(left.map((name) => [name, value])), left);
        tried += 1;
        if (error === 'internal' || error?.startsWith('status-') || (error === 'invalid' && without !== 'invalid')) wrong.push(`${call} ${left.join(' ')} = "${value}": ${error}, left out: ${without}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(50);
});

/** One example of each fault. A machine that is too busy for the database's time limit is asked again. */
async function faultsOf(asking: AsyncIterable<{ what: string; answer: () => Promise<Response> }>): Promise<string[]> {
  const faults = new Map<string, string>();
  for await (const { what, answer } of asking) {
    let fault = await faultOf(await answer());
    for (let tries = 0; tries < 5 && fault === '503 database-down'; tries += 1) fault = await faultOf(await answer());
    if (fault) faults.set(fault, `${what.slice(0, 300)} → ${fault}`);
  }
  return [...faults.values()];
}

test.each(asked)('X27 $path answers hostile values in every field, parameter, query and header without an error of its own', async ({ path: route, methods: declared }) => {
  let turn = 0;
  const next = (headers: Record<string, string> = {}) => ({ 'accept-language': languages[(turn += 1) % 3]!, ...headers });
  async function* asking() {
    for (const method of methods.filter((each) => declared[each])) {
      const handler = await handlerOf(route, method);
      const body = bodies[`${method} ${route}`];
      const send = (what: string, sent: Sent) => ({ what: `${method} ${route} ${what}`, answer: () => ask(route, handler, method, { ...sent, headers: next(sent.headers) }) });
      const sample = body ? { body: JSON.stringify(body) } : {};
      for (const value of body ? changed(body) : []) yield send(JSON.stringify(value), { body: JSON.stringify(value) });
      for (const text of body === undefined ? [] : rawBodies) yield send(text, { body: text });
      for (const text of body === undefined ? [] : ['hasOwnProperty.call=x', 'a=1&a.b=2', 'toString.call=x&__proto__.x=1', 'otp.0.x=1', 'answers=x', 'answers.constructor=x', 'billing_data=x', 'a=%00', `${'a.'.repeat(3000)}a=1`]) {
        yield send(text, { body: text, headers: { 'content-type': 'application/x-www-form-urlencoded', origin: config().siteUrl } });
      }
      const { shape } = (handler.options.query ?? {}) as { shape?: object };
      for (const text of method === 'GET' ? hostileQueries : []) for (const name of shape ? Object.keys(shape) : queryNames) yield send(`${name}=${text}`, { query: `?${name}=${encodeURIComponent(text)}&${name}=again` });
      for (const text of hostileTexts) {
        for (const [, name] of route.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)) yield send(`{${name}} ${text}`, { ...sample, params: { [name!]: text.includes('%') ? text : encodeURIComponent(text) } });
      }
      for (const header of ['if-none-match', 'range', 'upload-offset', 'accept', 'referer', 'user-agent', 'accept-language']) yield send(header, { ...sample, headers: { [header]: '__proto__ {} %00 //[ \xff' } });
    }
  }
  const faults = await faultsOf(asking());
  expect(operating.includes(route) ? faults.filter((fault) => !fault.includes('503 unavailable')) : faults).toEqual([]);
  const { hasOwnProperty, toString } = Object.prototype;
  expect([Object.keys(hasOwnProperty), Object.keys(toString), ({} as { x?: string }).x]).toEqual([[], [], undefined]);
});

test('X27 a cookie or credentials of any shape are no session, never an error', async () => {
  const names = cookieNames();
  const cookies = [...Object.values(names), 'form', 'NEXT_LOCALE', 'toString', '__proto__'];
  const values = ['%', '%00', 'x'.repeat(3000), 'a|b', '%E4%BD%A0', 'eyJ.eyJ.x', ',;'];
  async function* asking() {
    for (const call of ['POST /api/contact', 'POST /auth/refresh-token', 'POST /auth/reset-password', 'POST /auth/logout', 'PUT /api/user/[userId]/progress/[courseName]']) {
      const body = bodies[call];
      const [method = '', route = ''] = call.split(' ');
      const handler = await handlerOf(route, method);
      const sample = { ...(body ? { body: JSON.stringify(body) } : {}), token: null };
      for (const value of values) {
        for (const name of cookies) yield { what: `${call} ${name}=${value}`, answer: () => ask(route, handler, method, { ...sample, headers: { cookie: `${name}=${value}`, origin: config().siteUrl } }) };
        for (const scheme of ['Bearer', 'bearer ', 'Basic', '']) yield { what: `${call} ${scheme} ${value}`, answer: () => ask(route, handler, method, { ...sample, headers: { authorization: `${scheme} ${value}` } }) };
      }
    }
  }
  expect(await faultsOf(asking())).toEqual([]);
});
