import { routes } from '../../lib/routes';
import { call, callJson, type Session, testSite } from './api';
import { watchEveryLesson } from './courses';
import { completePayment, findPaidOrder, requestPayment } from './payments';
import { buildPerson, createEmail, createLearner, type Learner } from './people/accounts';
import { shareAdministrator } from './people/administrators';
import { addPicture, drawPhoto } from './pictures';

const folder = '/[lang]/admin';

interface FilledAdministration {
  administrator: Session;
  /** Path of every admin page, without the language. */
  pages: string[];
}

/** Values for the parameter of an admin page, by the page's path below `/admin`. */
type PageParameters = Readonly<Record<string, readonly string[]>>;

export async function fillAdministration(): Promise<FilledAdministration> {
  const administrator = await shareAdministrator();
  const learner = await createLearner('course-nextjs', testSite, buildBuyer());
  const order = await requestRefund(learner);
  await rateCourse();
  await leaveOrdersUnpaid(learner);
  await sendEnquiry();
  await askQuestion(learner);
  const coupon = await createCoupon(administrator);
  const picture = await addPicture(
    administrator,
    await drawPhoto(900, 600),
    'صورة-طويلة-الاسم-من-معرض-الهاتف-IMG_20260914_181233_HDR.jpg',
  );
  const pages = listAdminPages({
    '/orders/[id]': [order],
    '/learners/[id]': [learner.userId],
    '/courses/[slug]': ['nextjs-from-zero'],
    '/bundles/[key]': ['new', 'track-nextjs-and-mobile'],
    '/quizzes/[id]': ['marketing-final'],
    '/coupons/[id]': ['new', coupon],
    '/content/[id]': ['home-page.hero'],
    '/content/[id]/history': ['home-page.hero'],
    '/articles/[id]': ['new', 'fast-website-in-egypt'],
    '/newsletters/[id]': ['new'],
    '/media/[id]': [picture],
  });
  return { administrator, pages: [...pages, 'admin/search?q=mona'] };
}

/** Lists every page of administration in lib/routes.ts. @throws if a parameter has no value */
function listAdminPages(parameters: PageParameters): string[] {
  return routes
    .filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
    .flatMap(({ path }) => {
      const page = path.slice(folder.length);
      if (!page.includes('[')) return [page];
      const values = parameters[page];
      if (!values) throw new Error(`admin${page} has no sample value. Add one in e2e/support/admin-pages.ts.`);
      return values.map((value) => page.replace(/\[\w+\]/, value));
    })
    .map((page) => `admin${page}`);
}

/** Returns a buyer with a long name and email, which widen tables. */
const buildBuyer = () => ({
  ...buildPerson(),
  name: 'عبد الرحمن محمد عبد اللطيف الشرقاوي',
  email: createEmail('abdelrahman.abdellatif.elsharkawy'),
});

/** @returns the id of the learner's paid order */
async function requestRefund(learner: Learner): Promise<string> {
  const { userId, headers } = learner;
  const order = await findPaidOrder(learner);
  await call(`${testSite.url}/api/user/${userId}/feedback/nextjs-from-zero`, {
    headers,
    body: { rating: 4, answers: {} },
  });
  await call(`${testSite.url}/api/payment/${userId}/orders/${order}/refund`, {
    headers,
    body: { reason: 'ليست مناسبة لي، وكنت أظن أنها تبدأ من الصفر' },
  });
  return order;
}

/** Rates the course as another learner, because a refund requires unopened lessons. */
async function rateCourse(): Promise<void> {
  const rater = await createLearner('course-nextjs', testSite, buildBuyer());
  await watchEveryLesson(rater);
  await call(`${testSite.url}/api/user/${rater.userId}/rating/nextjs-from-zero`, {
    headers: rater.headers,
    body: { stars: 4, text: 'شرح واضح ومختصر' },
  });
}

async function leaveOrdersUnpaid(learner: Learner): Promise<void> {
  await completePayment(await requestPayment(learner, 'course-marketing'), 'declined');
  await requestPayment(learner, 'course-mobile');
}

async function sendEnquiry(): Promise<void> {
  await call(`${testSite.url}/api/contact`, {
    body: {
      fullName: 'Anneliese Müllerschön',
      email: createEmail('anneliese'),
      phoneNumber: '4917612345678',
      message: 'Wann beginnt der nächste Kurs?',
    },
  });
}

async function askQuestion({ headers }: Learner): Promise<void> {
  await call(`${testSite.url}/api/lesson-questions/nextjs-from-zero/01-welcome.mp4`, {
    headers,
    body: { text: 'لماذا مجلدان؟' },
  });
}

async function createCoupon({ headers }: Learner): Promise<string> {
  const coupon = {
    code: `ADMIN-${Date.now()}`,
    percent: 15,
    amount: null,
    startsAt: null,
    endsAt: '2030-01-01T00:00:00Z',
    maxUses: 100,
    maxUsesPerLearner: 1,
    withSale: true,
    refundable: false,
    courses: [],
  };
  const { id } = await callJson<{ id: string }>(`${testSite.url}/api/admin/coupons`, { headers, body: coupon });
  return id;
}
