import { call, callJson, setCallLanguage, testSite } from '../support/api';
import { course, courseWithQuiz, finishCourse, watchEveryLesson } from '../support/courses';
import { expect, test } from '../support/fixtures';
import { buy, completePayment, findPaidOrder, listPayments, refundAtPaymob, requestPayment } from '../support/payments';
import { createLearner, type Learner } from '../support/people/accounts';
import { shareAdministrator } from '../support/people/administrators';
import { signIn } from '../support/people/sign-in';
import { buySeats, inviteToSeats } from '../support/seats';
import { ports } from '../support/services/ports';
import { takePictures } from './shots';

interface Order {
  buyer: Learner;
  id: string;
}
interface World {
  learner: Learner;
  certificate: string;
  attempt: string;
  orders: Readonly<Record<string, Order>>;
  coupon: string;
}
let world: World;

async function createCoupon(): Promise<string> {
  const administrator = await shareAdministrator();
  const code = `FREE-${Date.now()}`;
  const coupon = {
    code,
    percent: 100,
    amount: null,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesPerLearner: 5,
    withSale: true,
    refundable: false,
    courses: [],
  };
  await call(`${testSite.url}/api/admin/coupons`, { headers: administrator.headers, body: coupon });
  return code;
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  setCallLanguage(test.info().project.name);
  const learner = await createLearner(course.productKey);
  const { userId, headers } = learner;
  const paid = await findPaidOrder(learner);
  const certificate = await finishCourse(learner);
  const user = `${testSite.url}/api/user/${userId}`;
  await call(`${user}/lesson-notes/${course.slug}/01-welcome.mp4`, {
    headers,
    body: { text: 'Look at the folder once more', positionSeconds: 7 },
  });
  await call(`${testSite.url}/api/lesson-questions/${course.slug}/01-welcome.mp4`, {
    headers,
    body: { text: 'لماذا مجلدان؟' },
  });
  const declined = await requestPayment(learner, 'course-mobile');
  await completePayment(declined, 'declined');
  await buy(learner, courseWithQuiz.productKey);
  await watchEveryLesson(learner, courseWithQuiz.slug);
  const { id: attempt } = await callJson<{ id: string }>(`${user}/quizzes/${courseWithQuiz.quiz}/attempts`, {
    headers,
    body: {},
  });
  const kiosk = await createLearner();
  const byKiosk = await requestPayment(kiosk, course.productKey);
  await completePayment(byKiosk, 'kiosk');
  const asking = await createLearner(course.productKey);
  const refundedOrder = await findPaidOrder(asking);
  await call(`${testSite.url}/api/payment/${asking.userId}/orders/${refundedOrder}/refund`, {
    headers: asking.headers,
    body: { reason: 'Not for me' },
  });
  const waiting = await createLearner();
  const open = await requestPayment(waiting, course.productKey);
  const boss = await createLearner();
  const seats = await buySeats(boss, 3);
  await inviteToSeats(boss, seats, 'colleague@learner.example');
  const late = await createLearner();
  const byLateKiosk = await requestPayment(late, course.productKey);
  await completePayment(byLateKiosk, 'kiosk-expired');
  const returned = await createLearner(course.productKey);
  const refunded = await findPaidOrder(returned);
  await refundAtPaymob(returned.chargeId);
  for (const [buyer, status] of [
    [late, 'expired'],
    [returned, 'refunded'],
  ] as const) {
    await expect
      .poll(async () => (await listPayments(buyer)).map((payment) => payment.status), { timeout: 60_000 })
      .toEqual([status]);
  }
  const orders = {
    paid: { buyer: learner, id: paid },
    waiting: { buyer: waiting, id: open.orderId! },
    seats: { buyer: boss, id: seats },
    declined: { buyer: learner, id: declined.orderId! },
    kiosk: { buyer: kiosk, id: byKiosk.orderId! },
    expired: { buyer: late, id: byLateKiosk.orderId! },
    refunded: { buyer: returned, id: refunded },
    'refund-requested': { buyer: asking, id: refundedOrder },
  };
  world = { learner, certificate, attempt, orders, coupon: await createCoupon() };
});

const pages: Readonly<Record<string, (shown: World) => string>> = {
  'my-courses': () => 'profile/myCourses',
  payments: () => 'profile/payments',
  security: () => 'profile/security',
  notes: () => 'profile/notes',
  details: () => 'profile/details',
  password: () => 'profile/reset-password',
  activity: () => 'profile/activity',
  course: () => `course/${course.slug}`,
  lesson: () => `course/${course.slug}/02-first-page.mp4`,
  'lesson-notes': () => `course/${course.slug}/01-welcome.mp4?section=notes`,
  'lesson-questions': () => `course/${course.slug}/01-welcome.mp4?section=questions`,
  rating: () => `course/${course.slug}/rating`,
  quiz: () => `course/${courseWithQuiz.slug}/quiz/${courseWithQuiz.quiz}`,
  'quiz-attempt': ({ attempt }) => `course/${courseWithQuiz.slug}/quiz/${courseWithQuiz.quiz}/${attempt}`,
  certificate: ({ certificate }) => `certificate/${certificate}`,
  checkout: () => 'payment?product=course-mobile',
  'checkout-gift': () => 'payment?product=course-mobile&for=gift',
  'checkout-seats': () => 'payment?product=course-mobile&seats=3',
  'checkout-bundle': () => 'payment?product=track-nextjs-and-mobile',
  'checkout-coupon-refused': () => 'payment?product=course-mobile&coupon=NOBODY-KNOWS-IT',
  'checkout-free': ({ coupon }) => `payment?product=course-mobile&coupon=${coupon}`,
  'checkout-owned': () => `payment?product=${course.productKey}`,
  'checkout-unknown': () => 'payment?product=none',
  receipt: ({ orders }) => `payment/receipt/${orders.paid!.id}`,
};

for (const [name, path] of Object.entries(pages)) {
  test(`learner: ${name}`, async ({ page, lang, pageErrors }) => {
    pageErrors.allow(/404/);
    await signIn(page, world.learner, `/${lang}/home`);
    await takePictures(page, { lang, name: `learner-${name}`, path: `/${lang}/${path(world)}` });
  });
}

for (const state of ['waiting', 'paid', 'seats', 'declined', 'kiosk', 'expired', 'refund-requested', 'refunded']) {
  test(`learner: order ${state}`, async ({ page, lang }) => {
    const { buyer, id } = world.orders[state]!;
    await signIn(page, buyer, `/${lang}/home`);
    await takePictures(page, { lang, name: `order-${state}`, path: `/${lang}/payment?order=${id}` });
  });
}

test('learner: team', async ({ page, lang }) => {
  await signIn(page, world.orders.seats!.buyer, `/${lang}/home`);
  await takePictures(page, { lang, name: 'learner-team', path: `/${lang}/profile/team` });
});

for (const name of ['receipt', 'certificate']) {
  test(`print: ${name}`, async ({ page, lang }) => {
    await signIn(page, world.learner, `/${lang}/home`);
    await takePictures(page, { lang, name: `print-${name}`, path: `/${lang}/${pages[name]!(world)}` }, () =>
      page.emulateMedia({ media: 'print' }),
    );
  });
}

/** Takes pictures of one mail of each kind, at the width of a mail program. */
test('mails', async ({ page, lang }) => {
  const listed = await callJson<{ id: number; subject: string }[]>(`http://127.0.0.1:${ports.mailbox}/api/messages`);
  const kinds = new Map(listed.map((mail) => [mail.subject.replace(/\d+/g, '').trim(), mail]));
  let number = 0;
  for (const { id } of kinds.values()) {
    const { html } = await callJson<{ html: string }>(`http://127.0.0.1:${ports.mailbox}/api/messages/${id}`);
    if (!html.includes(`lang="${lang}"`)) continue;
    await takePictures(page, { lang, name: `mail-${++number}`, path: 'about:blank' }, () => page.setContent(html));
  }
});
