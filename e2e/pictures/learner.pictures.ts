import { newLearner, type Learner } from '../support/accounts';
import { callJson, testSite, call } from '../support/api';
import { course, courseWithQuiz, finishCourse, watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { buy, completePayment, paidOrderOf, paymentsOf, refundAtPaymob, requestPayment } from '../support/payments';
import { signIn } from '../support/sign-in';
import { takePictures } from './shots';

interface Order { buyer: Learner; id: string }
/** Orders by the state they are in. */
interface World { learner: Learner; certificate: string; attempt: string; orders: Readonly<Record<string, Order>> }
let world: World;

/** A learner with something on every page: two courses, a certificate, an attempt, and an order in each state. */
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const learner = await newLearner(course.productKey);
  const { userId, headers } = learner;
  const paid = await paidOrderOf(learner);
  const certificate = await finishCourse(learner);
  const user = `${testSite.url}/api/user/${userId}`;
  await call(`${user}/lesson-notes/${course.slug}/01-welcome.mp4`, { headers, body: { text: 'Look at the folder once more', positionSeconds: 7 } });
  await call(`${testSite.url}/api/lesson-questions/${course.slug}/01-welcome.mp4`, { headers, body: { text: 'لماذا مجلدان؟' } });
  const declined = await requestPayment(learner, 'course-mobile');
  await completePayment(declined, 'declined');
  await buy(learner, courseWithQuiz.productKey);
  await watchEveryLesson(learner, courseWithQuiz.slug);
  const { id: attempt } = await callJson<{ id: string }>(`${user}/quizzes/${courseWithQuiz.quiz}/attempts`, { headers, body: {} });
  const kiosk = await newLearner();
  const byKiosk = await requestPayment(kiosk, course.productKey);
  await completePayment(byKiosk, 'kiosk');
  const asking = await newLearner(course.productKey);
  const asked = await paidOrderOf(asking);
  await call(`${testSite.url}/api/payment/${asking.userId}/orders/${asked}/refund`, { headers: asking.headers, body: { reason: 'Not for me' } });
  const late = await newLearner();
  const byLateKiosk = await requestPayment(late, course.productKey);
  await completePayment(byLateKiosk, 'kiosk-expired');
  const returned = await newLearner(course.productKey);
  const refunded = await paidOrderOf(returned);
  await refundAtPaymob(returned.chargeId);
  for (const [buyer, status] of [[late, 'expired'], [returned, 'refunded']] as const) {
    await expect.poll(async () => (await paymentsOf(buyer)).map((payment) => payment.status), { timeout: 60_000 }).toEqual([status]);
  }
  const orders = {
    'paid': { buyer: learner, id: paid },
    'declined': { buyer: learner, id: declined.orderId! },
    'kiosk': { buyer: kiosk, id: byKiosk.orderId! },
    'expired': { buyer: late, id: byLateKiosk.orderId! },
    'refunded': { buyer: returned, id: refunded },
    'refund-requested': { buyer: asking, id: asked },
  };
  world = { learner, certificate, attempt, orders };
});

const pages: Readonly<Record<string, (shown: World) => string>> = {
  'my-courses': () => 'profile/myCourses',
  'payments': () => 'profile/payments',
  'security': () => 'profile/security',
  'notes': () => 'profile/notes',
  'details': () => 'profile/details',
  'password': () => 'profile/reset-password',
  'activity': () => 'profile/activity',
  'course': () => `course/${course.slug}`,
  'lesson': () => `course/${course.slug}/02-first-page.mp4`,
  'lesson-notes': () => `course/${course.slug}/01-welcome.mp4?section=notes`,
  'lesson-questions': () => `course/${course.slug}/01-welcome.mp4?section=questions`,
  'rating': () => `course/${course.slug}/rating`,
  'quiz': () => `course/${courseWithQuiz.slug}/quiz/${courseWithQuiz.quiz}`,
  'quiz-attempt': ({ attempt }) => `course/${courseWithQuiz.slug}/quiz/${courseWithQuiz.quiz}/${attempt}`,
  'certificate': ({ certificate }) => `certificate/${certificate}`,
  'checkout': () => 'payment?product=course-mobile',
  'checkout-owned': () => `payment?product=${course.productKey}`,
  'checkout-unknown': () => 'payment?product=none',
  'receipt': ({ orders }) => `payment/receipt/${orders.paid!.id}`,
};

for (const [name, path] of Object.entries(pages)) {
  test(`learner: ${name}`, async ({ page, lang, pageErrors }) => {
    pageErrors.allow(/404/);
    await signIn(page, world.learner, `/${lang}/home`);
    await takePictures(page, { lang, name: `learner-${name}`, path: `/${lang}/${path(world)}` });
  });
}

for (const state of ['paid', 'declined', 'kiosk', 'expired', 'refund-requested', 'refunded']) {
  test(`learner: order ${state}`, async ({ page, lang }) => {
    const { buyer, id } = world.orders[state]!;
    await signIn(page, buyer, `/${lang}/home`);
    await takePictures(page, { lang, name: `order-${state}`, path: `/${lang}/payment?order=${id}` });
  });
}
