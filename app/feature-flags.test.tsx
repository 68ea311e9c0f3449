import { NextRequest } from 'next/server';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import LoginPage from '@/app/[lang]/(app)/login/page';
import CoursesPage from '@/app/[lang]/(site)/courses/page';
import HomePage from '@/app/[lang]/(site)/home/page';
import SiteLayout from '@/app/[lang]/(site)/layout';
import DocumentLayout from '@/app/[lang]/layout';
import { readFormState } from '@/components/account/form-state';
import { AdminShell } from '@/components/admin/shell/admin-shell';
import { PriceCard } from '@/components/blocks/courses/price-card';
import { LessonSections } from '@/components/lesson-sections/lesson-sections';
import { CheckoutPage } from '@/components/payment/checkout-page';
import { Details } from '@/components/profile/details';
import { MyCourses } from '@/components/profile/my-courses';
import { ProfileShell } from '@/components/profile/profile-shell';
import { Passkeys } from '@/components/profile/sign-in-methods';
import { resetConfig } from '@/lib/config/config';
import { findCourse, findProduct } from '@/lib/courses/catalogue/catalogue';
import type { Lesson } from '@/lib/courses/catalogue/course';
import { findCourseOffer } from '@/lib/courses/catalogue/course-offer';
import { readRatingSummaries } from '@/lib/courses/ratings';
import { db } from '@/lib/database/client';
import { type FeatureFlag, featureFlags } from '@/lib/feature-flags';
import { guardPages } from '@/lib/guards/proxy';
import { loadTranslator } from '@/lib/i18n/messages';
import { allJobs } from '@/lib/jobs/all-jobs';
import { runJobOnce } from '@/lib/jobs/scheduler';
import { inEachLanguage } from '@/lib/language';
import { priceProduct } from '@/lib/orders/pricing';
import type { Actor } from '@/lib/permissions';
import { listCourseQuizzes, missingQuizzes } from '@/lib/quizzes/course-quizzes';
import { isPage, type Route, routes } from '@/lib/routes';
import { buildActor } from '@/tests/support/actors';
import { seedCourse } from '@/tests/support/catalogue';
import { resetDatabase } from '@/tests/support/database';
import { disableFeatures, enableAllFeatures } from '@/tests/support/feature-flags';
import { questionOfEachKind, seedQuiz } from '@/tests/support/quizzes';
import { loadRouteFile, methods } from '@/tests/support/route-files';
import { provideMessages } from '@/tests/support/with-messages';
import sitemap from './sitemap';

vi.mock('next-intl/server', async () => {
  const getTranslations = async (asked?: string | { namespace?: string }) => {
    const namespace = typeof asked === 'object' ? asked.namespace : asked;
    const t = await loadTranslator('en');
    const translate = (key: string, values?: Record<string, string | number>) =>
      t(namespace ? `${namespace}.${key}` : key, values);
    return Object.assign(translate, { raw: translate, rich: translate, has: () => true });
  };
  return { getTranslations, getFormatter: async () => ({ dateTime: String }), getMessages: async () => ({}) };
});
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => '/en/home',
  useRouter: () => ({}),
}));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const params = Promise.resolve({ lang: 'en' });
const nothing = Promise.resolve({});
let learner: Actor;
const lesson: Lesson = {
  file: '01-welcome.mp4',
  path: 'nextjs/01-welcome.mp4',
  name: 'Welcome',
  durationSeconds: 60,
  freePreview: true,
};

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    SELLER_TAX_NUMBER: '100200300',
    SELLER_NAME: 'Midan',
    SELLER_ADDRESS: 'Cairo, Nasr City, Abbas El Akkad, 12',
  }))
    vi.stubEnv(name, value);
  resetConfig();
  await resetDatabase();
  await seedCourse('nextjs', 'course-nextjs');
  await seedCourse('react', 'course-react');
  learner = buildActor('learner', { userId: 'mona', email: 'mona@midan.example' });
  await (
    await db()
  ).user.create({
    data: { id: 'mona', name: 'Mona', email: 'mona@midan.example', emailConfirmedAt: new Date() },
    select: { id: true },
  });
  await (
    await db()
  ).attachment.create({
    data: { courseSlug: 'nextjs', lesson: lesson.file, name: { ar: 'ورقة' }, fileName: 'sheet.pdf', bytes: 3 },
    select: { id: true },
  });
  await seedQuiz({ lesson: `nextjs/${lesson.file}`, neededForCertificate: true }, 'after-welcome');
  await seedQuiz({
    purpose: 'level',
    lesson: null,
    questions: questionOfEachKind.map((question) => ({ ...question, begin: 'nextjs/01-welcome.mp4' })),
  });
});
afterEach(enableAllFeatures);
afterAll(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

const listFeatureFlags = ({ featureFlag = [] }: Route): readonly FeatureFlag[] => [featureFlag].flat();
const listRoutesBehindFlag = (name: FeatureFlag) => routes.filter((route) => listFeatureFlags(route).includes(name));
const buildSamplePath = ({ path }: Route) =>
  path.replace('/[lang]', '/ar').replaceAll(/\[+(?:\.\.\.)?\w+\]+/g, 'sample');
const origin = 'http://localhost:3000';

async function callRoute(route: Route): Promise<Array<{ status: number; type: string | null; key: unknown }>> {
  const file = await loadRouteFile(route.path);
  return Promise.all(
    methods
      .flatMap((method) => file[method] ?? [])
      .map(async (handler) => {
        const method = methods.find((each) => file[each] === handler)!;
        const answer = await handler(new Request(origin + buildSamplePath(route), { method }), {
          params: Promise.resolve({}),
        });
        return {
          status: answer.status,
          type: answer.headers.get('content-type'),
          key: ((await answer.json()) as { type: unknown }).type,
        };
      }),
  );
}

describe.each(featureFlags.filter((name) => listRoutesBehindFlag(name).length > 0))(
  'feature %s switched off',
  (name) => {
    test.each(listRoutesBehindFlag(name).map((route) => [route.path, route] as const))(
      '%s answers 404 [N5]',
      async (_path, route) => {
        const ask = () => guardPages(new NextRequest(origin + buildSamplePath(route)));
        const missing = `${origin}/ar/home?unknown=1`;
        if (isPage(route)) expect((await ask()).headers.get('x-middleware-rewrite')).not.toBe(missing);
        disableFeatures(...listFeatureFlags(route));
        if (isPage(route)) return expect((await ask()).headers.get('x-middleware-rewrite')).toBe(missing);
        const answers = await callRoute(route);
        expect(answers.length).toBeGreaterThan(0);
        for (const answer of answers)
          expect(answer).toEqual({
            status: 404,
            type: 'application/problem+json; charset=utf-8',
            key: '/problems/not-found',
          });
      },
    );
  },
);

test('links that stop emails, undo a change or serve past orders depend on no feature flag [N9]', () => {
  const open = [
    '/[lang]/newsletter/unsubscribe',
    '/api/newsletter/unsubscribe',
    '/api/newsletter/bounces',
    '/[lang]/order-reminders',
    '/api/reminders/stop',
    '/[lang]/weekly-mail',
    '/api/weekly-mail/stop',
    '/[lang]/question-mails',
    '/api/question-mails',
    '/api/question-mails/stop',
    '/[lang]/restore-email',
    '/auth/restore-email',
    '/[lang]/gift',
    '/api/gifts/open',
    '/[lang]/seat',
    '/api/seats/accept',
    '/api/seats/decline',
    '/api/user/[userId]/seats/[seatId]/[action]',
    '/api/admin/seats/[id]/[action]',
    '/api/payment/[userId]/orders/[orderId]/refund',
    '/api/payment/[userId]/orders/[orderId]/gift',
    '/[lang]/payment/receipt/[orderId]',
    '/auth/passkey/step-up',
    '/auth/passkey/step-up-options',
    '/api/user/[userId]/passkeys',
    '/api/user/[userId]/passkeys/[passkeyId]/remove',
    '/api/user/[userId]/profile/export',
    '/api/user/[userId]/profile/delete',
  ];
  const known = new Map(routes.map((route) => [route.path, route]));
  expect(open.map((path) => [path, known.get(path) && listFeatureFlags(known.get(path)!)])).toEqual(
    open.map((path) => [path, []]),
  );
});

test.each(
  allJobs()
    .filter(({ featureFlag }) => featureFlag)
    .map((job) => [job.name, job] as const),
)('the job %s does not run while its feature is off [N9, N13, N20]', async (_name, job) => {
  const run = vi.fn(async () => undefined);
  const due = { ...job, isDue: async () => true, run };
  disableFeatures(job.featureFlag!);
  await runJobOnce(due, 'test', new AbortController().signal);
  expect(run).not.toHaveBeenCalled();
  enableAllFeatures();
  await runJobOnce(due, 'test', new AbortController().signal);
  expect(run).toHaveBeenCalledOnce();
});

async function renderHtml(page: ReactNode | Promise<ReactNode>): Promise<string> {
  const { prelude } = await prerender(await page, {
    onError: (error) => {
      throw error;
    },
  });
  return new Response(prelude as unknown as ReadableStream).text();
}

const createSiteRenderer = (page: ReactNode) => () =>
  renderHtml(
    <DocumentLayout params={params}>
      <SiteLayout params={params}>{page}</SiteLayout>
    </DocumentLayout>,
  );
const home = createSiteRenderer(<HomePage params={params} searchParams={nothing} />);
const courses = createSiteRenderer(<CoursesPage params={params} searchParams={nothing} />);
const renderProfile = () =>
  renderHtml(
    <ProfileShell actor={learner} lang="en" current="myCourses">
      x
    </ProfileShell>,
  );
const readState = () => readFormState({ params, searchParams: nothing });
const renderDetails = async () => renderHtml(Details({ actor: learner, state: await readState() }));
const renderMyCourses = async () => renderHtml(MyCourses({ actor: learner, state: await readState() }));
const renderPasskeys = async () => {
  const { t } = await readState();
  return renderHtml(provideMessages(await Passkeys({ actor: learner, lang: 'en', asksPassword: false, t, auth: t })));
};
const renderSections = () =>
  renderHtml(
    LessonSections({
      actor: learner,
      lang: 'en',
      courseSlug: 'nextjs',
      lesson,
      query: {},
      video: { renditions: [{ name: '240p', bytes: 1 }] as never },
    }),
  );
const renderPriceCard = async () =>
  renderHtml(PriceCard({ course: { ...(await findCourseOffer('nextjs', 'en'))!, captions: [] }, lang: 'en' }));
const renderLogin = () => renderHtml(LoginPage({ params, searchParams: nothing }));
const renderCheckout = async () => {
  const product = (await findProduct('course-nextjs'))!;
  const offer = {
    kind: 'buy',
    product,
    owned: [],
    price: priceProduct(product),
    coupon: null,
    lessons: 2,
    billing: {},
    gift: {},
  } as const;
  return renderHtml(
    CheckoutPage({ lang: 'en', userId: 'mona', offer, purchaseFor: 'self', seats: null, error: null, saved: null }),
  );
};
const renderAdministration = () =>
  renderHtml(
    <AdminShell lang="en" actor={buildActor('admin')}>
      x
    </AdminShell>,
  );

const entries: ReadonlyArray<[FeatureFlag, () => Promise<string>, string]> = [
  ['catalogue', home, 'href="/en/courses"'],
  ['work', home, 'href="/en/work"'],
  ['work', home, 'id="clients"'],
  ['work', home, '/en/work/'],
  ['search', home, 'href="/en/search"'],
  ['newsletter', home, 'action="/api/newsletter/subscribe"'],
  ['offline', home, 'rel="manifest"'],
  ['levelTest', courses, 'href="/en/level-test"'],
  ['notes', renderSections, 'section=notes'],
  ['lessonQuestions', renderSections, 'section=questions'],
  ['attachments', renderSections, 'section=attachments'],
  ['offline', renderSections, 'section=offline'],
  ['notes', renderProfile, 'href="/en/profile/notes"'],
  ['offline', renderMyCourses, 'href="/en/offline"'],
  ['reminders', renderDetails, '/profile/reminders"'],
  ['lessonQuestions', renderDetails, '/profile/question-mails"'],
  ['weeklyMail', renderDetails, '/profile/weekly-mail"'],
  ['newsletter', renderDetails, '/profile/newsletter"'],
  ['emailChange', renderDetails, '/profile/email"'],
  ['bundles', renderAdministration, '/admin/bundles"'],
  ['coupons', renderAdministration, '/admin/coupons"'],
  ['taxReceipts', renderAdministration, '/admin/receipts"'],
  ['newsletter', renderAdministration, '/admin/newsletters"'],
  ['lessonQuestions', renderAdministration, '/admin/questions"'],
  ['ratings', renderAdministration, '/admin/ratings"'],
  ['gifts', renderPriceCard, 'for=gift'],
  ['seats', renderPriceCard, 'seats='],
  ['coupons', renderCheckout, 'name="coupon"'],
  ['gifts', renderCheckout, 'for=gift'],
  ['seats', renderCheckout, 'seats='],
  ['taxReceipts', renderCheckout, 'billing_data.tax_number'],
  ['signInCode', renderLogin, 'formAction="/auth/send-login-code"'],
  ['passkeys', renderLogin, 'data-way="passkey"'],
  ['passkeys', renderPasskeys, 'passkeys_title'],
];

test.each(entries)('%s off: no link to the feature remains (%#) [N5]', async (name, page, piece) => {
  expect(await page()).toContain(piece);
  disableFeatures(name);
  expect(await page()).not.toContain(piece);
});

test('bundles appear on the home page if the catalogue is off [N1, N11]', async () => {
  const product = {
    key: 'both',
    courseSlug: 'nextjs',
    name: inEachLanguage(() => 'Both'),
    description: inEachLanguage(() => 'Both'),
    amountPiastres: 200_000,
  };
  await (
    await db()
  ).product.create({
    data: {
      ...product,
      bundled: { create: ['nextjs', 'react'].map((courseSlug, position) => ({ courseSlug, position })) },
    },
    select: { key: true },
  });
  const showsBundle = async () => (await home()).includes('product=both');
  expect([await showsBundle(), (await courses()).includes('product=both')]).toEqual([false, true]);
  disableFeatures('catalogue');
  expect(await showsBundle()).toBe(true);
  disableFeatures('catalogue', 'bundles');
  expect(await showsBundle()).toBe(false);
});

test('courses have no quizzes while quizzes are off, and certificates require none [N16, L4]', async () => {
  const course = (await findCourse('nextjs', 'en'))!;
  const listMissingQuizzes = async () =>
    missingQuizzes(await listCourseQuizzes({ actor: learner, course, lang: 'en', now: new Date() })).map(
      ({ id }) => id,
    );
  expect(await listMissingQuizzes()).toEqual(['after-welcome']);
  disableFeatures('quizzes');
  expect(await listMissingQuizzes()).toEqual([]);
});

test('no page shows ratings while ratings are off [N4]', async () => {
  const client = await db();
  for (const id of ['a', 'b', 'c']) {
    await client.user.create({ data: { id, name: id }, select: { id: true } });
    await client.enrolment.create({
      data: { userId: id, courseSlug: 'nextjs', source: 'purchase' },
      select: { id: true },
    });
    await client.courseRating.create({
      data: { courseSlug: 'nextjs', userId: id, stars: 5, text: '', status: 'published', changedAt: new Date() },
      select: { id: true },
    });
  }
  expect((await readRatingSummaries()).get('nextjs')).toEqual({ count: 3, mean: 5 });
  disableFeatures('ratings');
  expect((await readRatingSummaries()).size).toBe(0);
});

test('the sitemap lists no page of a feature that is off [N1, N3, N16]', async () => {
  const listPaths = async () => (await sitemap()).map(({ url }) => new URL(url).pathname);
  const isOff = (path: string) => /^\/\w+\/(?:courses|work|level-test)(?:\/|$)/.test(path);
  expect((await listPaths()).filter(isOff).length).toBeGreaterThan(9);
  disableFeatures('catalogue', 'work', 'levelTest');
  expect((await listPaths()).filter(isOff)).toEqual([]);
});

test('each feature flag is used by a route, a job or a part of a page [N5]', () => {
  const sources = Object.values(
    import.meta.glob<string>(['/{app,components,lib}/**/*.{ts,tsx}', '!**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  );
  const asked = sources.flatMap((source) => [...source.matchAll(/isEnabled\('(\w+)'\)/g)].map(([, name]) => name));
  const carried = new Set([
    ...routes.flatMap(listFeatureFlags),
    ...allJobs().flatMap(({ featureFlag = [] }) => featureFlag),
    ...asked,
  ]);
  expect(featureFlags.filter((name) => !carried.has(name))).toEqual([]);
  expect(featureFlags.filter((name) => !entries.some(([each]) => each === name))).toEqual(['quizzes']);
});
