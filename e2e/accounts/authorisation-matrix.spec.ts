import type { APIRequestContext, APIResponse } from '@playwright/test';
import { generateSync } from 'otplib';
import type { CallAccess } from '../../lib/api/handler';
import { documentedAccess } from '../../lib/api/openapi/built-document';
import { isPage, type Method, type PageAccess, type Route, routes } from '../../lib/routes';
import type { Session } from '../support/api';
import { expect, test } from '../support/fixtures';
import { createLearner, signInAsGuest, signInWithGoogle, toSession } from '../support/people/accounts';
import { createEditor } from '../support/people/administrators';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
type CallerKind =
  'visitor' | 'guest' | 'learner' | 'other learner' | 'administrator without TOTP' | 'administrator' | 'editor';

const outcomes = {
  in: (answer: APIResponse) => ![401, 403].includes(answer.status()) && answer.status() < 500,
  '401': (answer: APIResponse) => answer.status() === 401 && answer.headers()['www-authenticate'] === 'Bearer',
  '403': (answer: APIResponse) => answer.status() === 403,
  'no session': (answer: APIResponse) => [400, 401, 422].includes(answer.status()),
  'not bought': (answer: APIResponse) =>
    answer.status() !== 401 &&
    (answer.status() !== 200 || !/video|mpegurl/.test(answer.headers()['content-type'] ?? '')),
  page: (answer: APIResponse) => [200, 404].includes(answer.status()),
  'to login': (answer: APIResponse) =>
    answer.status() === 307 && answer.headers().location!.startsWith('/ar/login?next=%2F'),
  'to home': (answer: APIResponse) => answer.status() === 307 && answer.headers().location === '/ar/home',
  'to payment': (answer: APIResponse) =>
    answer.status() === 307 && /^\/ar\/payment\?product=/.test(answer.headers().location!),
  'own page': (answer: APIResponse) =>
    [200, 404].includes(answer.status()) || (answer.status() === 307 && !/login/.test(answer.headers().location!)),
  absent: (answer: APIResponse) => answer.status() === 404,
  "not an editor's": (answer: APIResponse) =>
    answer.status() === 404 || (answer.status() === 307 && answer.headers().location!.endsWith('/admin/content')),
  'token only': (answer: APIResponse) => answer.status() === 401,
};
type Outcome = keyof typeof outcomes;

const buildRow = (
  visitor: Outcome,
  guest: Outcome,
  learner: Outcome,
  other: Outcome,
  plain: Outcome,
  admin: Outcome,
  editor: Outcome = other,
): Record<CallerKind, Outcome> => ({
  visitor,
  guest,
  learner,
  'other learner': other,
  'administrator without TOTP': plain,
  administrator: admin,
  editor,
});

const editing = buildRow('401', '403', '403', '403', '403', 'in', 'in');
const editingPage = buildRow('to login', 'to login', 'absent', 'absent', 'own page', 'page', 'page');

const administration = buildRow('401', '403', '403', '403', '403', 'in');

const callAccess: Record<CallAccess, Record<CallerKind, Outcome>> = {
  public: buildRow('in', 'in', 'in', 'in', 'in', 'in'),
  learner: buildRow('401', '403', 'in', 'in', 'in', 'in'),
  sameUserOrAdmin: buildRow('401', '403', 'in', '403', '403', 'in'),
  purchased: buildRow('401', '403', 'not bought', '403', '403', 'in'),
  sameUser: buildRow('401', '403', 'not bought', '403', '403', '403'),
  admin: administration,
  adminStepUp: administration,
  content: editing,
  articles: editing,
  media: editing,
  signature: buildRow('no session', 'no session', 'no session', 'no session', 'no session', 'no session'),
  refreshToken: buildRow('no session', 'no session', 'no session', 'no session', 'no session', 'no session'),
  metricsToken: buildRow('token only', 'token only', 'token only', 'token only', 'token only', 'token only'),
  bounceToken: buildRow('token only', 'token only', 'token only', 'token only', 'token only', 'token only'),
};

const pageAccess: Record<PageAccess, Record<CallerKind, Outcome>> = {
  public: buildRow('page', 'page', 'page', 'page', 'page', 'page'),
  signedOut: buildRow('own page', 'own page', 'to home', 'to home', 'to home', 'to home'),
  learner: buildRow('to login', 'to login', 'own page', 'own page', 'own page', 'own page'),
  admin: buildRow('to login', 'to login', 'absent', 'absent', 'own page', 'page', "not an editor's"),
  enter: editingPage,
  content: editingPage,
  articles: editingPage,
  media: editingPage,
  purchased: buildRow('to login', 'to login', 'to payment', 'to payment', 'own page', 'own page'),
};

const course = 'nextjs-from-zero';
const values: Record<string, string> = {
  lang: 'ar',
  id: `${course}~01-welcome.mp4`,
  name: course,
  courseName: course,
  slug: course,
  video: '01-welcome.mp4',
  lesson: '01-welcome.mp4',
  key: 'course-nextjs',
  orderId: 'none',
  sessionId: 'none',
  linkId: 'none',
  passkeyId: 'none',
  action: 'reconcile',
  decision: 'approve',
  component: 'myCourses',
  email: 'a@b.example',
  otp: '123456',
  hostname: 'localhost',
  file: 'header.json',
  '...path': 'nothing-here',
  '...nextauth': 'session',
  '[...path]': 'service-page',
};

const fillPath = (route: string, userId: string): string =>
  route.replace(/\[(\[?[^\]]+\]?)\]/g, (_, name: string) => (name === 'userId' ? userId : (values[name] ?? 'x')));

function ask(request: APIRequestContext, method: Method, path: string, person: Session | null): Promise<APIResponse> {
  // Send a text, because asking a question requires one. The question's lesson decides who may ask.
  const body = method === 'GET' || method === 'DELETE' ? {} : { data: { text: 'x' } };
  return request.fetch(path, { method, maxRedirects: 0, headers: person?.headers ?? {}, ...body });
}

interface CallContext {
  person: Session | null;
  target: Session;
}

function findOutcome(route: Route, method: Method, who: CallerKind): Outcome | null {
  if (isPage(route)) return method === 'GET' ? pageAccess[route.access][who] : null;
  return route.methods.includes(method) ? callAccess[documentedAccess(route, method)][who] : null;
}

const endsSession = (route: Route): boolean => !isPage(route) && route.endsSession === true;

const personal = routes.filter(({ path }) => path.includes('[userId]'));

/** @param another creates a session for each call that ends its own session */
async function findWrongCells(
  request: APIRequestContext,
  who: CallerKind,
  asking: CallContext,
  another: () => Promise<CallContext>,
  among: readonly Route[] = routes,
): Promise<string[]> {
  const wrong: string[] = [];
  // Signing out comes last, because it ends the caller's session.
  for (const route of among.toSorted(
    (one, other) => Number(endsSession(one)) - Number(endsSession(other)) || one.path.localeCompare(other.path),
  )) {
    for (const method of methods) {
      const outcome = findOutcome(route, method, who);
      if (outcome === null) continue;
      const { person, target } = endsSession(route) ? await another() : asking;
      const answer = await ask(request, method, fillPath(route.path, target.userId), person);
      if (!outcomes[outcome](answer))
        wrong.push(
          `${who}: ${method} ${route.path} answered ${answer.status()} ${answer.headers().location ?? ''}, expected ${outcome}`,
        );
    }
  }
  return wrong;
}

test.describe.configure({ mode: 'parallel', timeout: 180_000 });

test('visitors get the documented access, also with a forged or signed-out token [G6, X01]', async ({ request }) => {
  const target = await createLearner();
  const asking = { person: null, target };
  expect(await findWrongCells(request, 'visitor', asking, () => Promise.resolve(asking))).toEqual([]);
  const gone = await createLearner();
  await request.post('/auth/logout', { headers: gone.headers, data: {} });
  const forged = toSession({
    userId: target.userId,
    accessToken: `${target.accessToken.slice(0, -2)}xx`,
    refreshToken: '',
  });
  for (const person of [gone, forged]) {
    const answer = await ask(request, 'GET', `/api/user/${target.userId}/sessions`, person);
    expect(outcomes['401'](answer)).toBe(true);
  }
});

test('guests get the documented access [G1, G4, G6]', async ({ request }) => {
  const createGuestContext = async () => ({ person: await signInAsGuest(), target: await createLearner() });
  expect(await findWrongCells(request, 'guest', await createGuestContext(), createGuestContext)).toEqual([]);
  const createOwnContext = async () => {
    const person = await signInAsGuest();
    return { person, target: person };
  };
  expect(await findWrongCells(request, 'guest', await createOwnContext(), createOwnContext, personal)).toEqual([]);
});

test('a learner and another learner get the documented access [G2, G3, G6]', async ({ request }) => {
  const createOwnContext = async () => {
    const person = await createLearner();
    return { person, target: person };
  };
  const createOtherContext = async () => ({ person: await createLearner(), target: await createLearner() });
  expect(await findWrongCells(request, 'learner', await createOwnContext(), createOwnContext)).toEqual([]);
  expect(
    await findWrongCells(request, 'other learner', await createOtherContext(), createOtherContext, personal),
  ).toEqual([]);
});

test('an administrator gets the documented access, before and with the second factor [D12, G6]', async ({
  request,
}) => {
  const target = await createLearner();
  const chief = await signInWithGoogle('chief@midan.example');
  const createPlainContext = async () => ({ person: await signInWithGoogle('chief@midan.example'), target });
  expect(
    await findWrongCells(request, 'administrator without TOTP', { person: chief, target }, createPlainContext),
  ).toEqual([]);
  const refused = await ask(request, 'GET', '/api/admin/orders', chief);
  expect(((await refused.json()) as { type: string }).type).toMatch(/totp-enrol$/);
  const { secret } = (await (await request.post('/auth/totp/enrol', { headers: chief.headers, data: {} })).json()) as {
    secret: string;
  };
  const confirmed = await request.post('/auth/totp/confirm', {
    headers: chief.headers,
    data: { code: generateSync({ secret }) },
  });
  expect(((await confirmed.json()) as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
  const asking = { person: chief, target };
  expect(await findWrongCells(request, 'administrator', asking, () => Promise.resolve(asking))).toEqual([]);
});

test('an editor gets pages, articles and pictures, but no orders, learners, settings or other accounts [N6]', async ({
  request,
}) => {
  const target = await createLearner();
  const createEditorContext = async () => ({ person: await createEditor(), target });
  expect(await findWrongCells(request, 'editor', await createEditorContext(), createEditorContext)).toEqual([]);
});
