import { config } from '@/lib/config/config';
import { contactSchema, receiveContactMessage } from '@/lib/contact/receive-message';
import { db } from '@/lib/database/client';
import { inEachLanguage } from '@/lib/language';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import type { Method } from '@/lib/routes';
import { loadRouteFile } from '@/tests/support/route-files';
import { billing, buy, pay } from '@/tests/support/shop';
import { readLastMail, readMailedToken } from '../outbox';
import { administrationExamples, createArticle } from './administration-examples';
import {
  account,
  type CallInput,
  courseName,
  type Example,
  identity,
  lesson,
  password,
  readJson,
  sendCall,
  shop,
  world,
} from './call-world';
import { checkoutExamples } from './checkout-examples';
import { learningExamples, prepareCompletedCourse, prepareEnrolment } from './learning-examples';
import { newsletterExamples } from './newsletter-examples';
import { enrolTotp, secondFactorExamples } from './second-factor-examples';

const courseText = {
  title: 'A whole title',
  summary: 'A summary',
  htmlContent: '<p>x</p>',
  courseInfo: { createdBy: 'Midan', whatYouWillLearn: [{ content: 'x' }], courseInclude: [] },
};
const newUpload = { sizeBytes: 10, fingerprint: 'x'.repeat(20), name: inEachLanguage(() => 'A lesson') };

const couponTerms = {
  percent: 30,
  amount: null,
  startsAt: null,
  endsAt: '2030-01-01T00:00:00Z',
  maxUses: 10,
  maxUsesPerLearner: 1,
  withSale: true,
  refundable: false,
  courses: [courseName],
};
const createCoupon = async () =>
  (await (await db()).coupon.create({ data: { code: 'TEN', percent: 10 }, select: { id: true } })).id;
const buyCourse = () => buy(shop, world.learnerActor, { productKey: 'course-nextjs' });
const controlIdentity = async (call: string, body: object) =>
  (
    await fetch(`${identity.url}/_mock/${call}`, {
      method: 'POST',
      headers: { 'x-mock-token': identity.controlToken },
      body: JSON.stringify(body),
    })
  ).json() as Promise<Record<string, string>>;
const person = { email: 'mona.adel@gmail.example', name: 'Mona Adel', emailVerified: true };

const requestEmailChange = () =>
  sendCall('POST /api/user/[userId]/profile/email', { body: { email: 'mona.new@midan.example' } });

async function requestMailedToken(key: string, work: () => Promise<unknown>): Promise<string> {
  await (await db()).user.updateMany({ where: { id: world.learner.userId }, data: { emailConfirmedAt: new Date() } });
  await work();
  return readMailedToken(key);
}

async function requestLinkedInCode(): Promise<CallInput> {
  const redirectUri = 'http://localhost:3000/api/auth/callback/linkedin';
  await controlIdentity('next', { provider: 'linkedin', person, times: 1 });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: identity.env.LINKEDIN_CLIENT_ID ?? '',
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: 's',
  });
  const answer = await fetch(`${identity.url}/linkedin/v2/authorization?${query}`, { redirect: 'manual' });
  return { body: { code: new URL(answer.headers.get('location') ?? '').searchParams.get('code'), redirectUri } };
}

async function buildPaymobCallback(): Promise<CallInput> {
  const answer = await sendCall('POST /api/payment/[userId]/sendPaymentRequest', {
    body: { productKey: 'course-nextjs', billing_data: billing },
  });
  await shop.control('pause', {});
  await pay(shop, await answer.text());
  const [obj] = ((await shop.control('transactions')) as unknown as object[]).slice(-1);
  await shop.control('resume', {});
  return {
    query: `?hmac=${signTransaction(obj, config().payments.paymob?.hmacSecret ?? '')}`,
    body: { type: 'TRANSACTION', obj },
  };
}

export async function requestRefund(): Promise<CallInput> {
  const orderId = await buyCourse();
  await sendCall('POST /api/payment/[userId]/orders/[orderId]/refund', {
    params: { orderId },
    body: { reason: 'No time' },
  });
  return { params: { orderId, decision: 'approve' }, body: { reason: 'A reason' } };
}

async function uploadId(): Promise<string> {
  return (await readJson(sendCall('POST /api/admin/courses/[slug]/uploads', { body: newUpload }))).uploadId!;
}

const progress = { lesson, positionSeconds: 3, played: true, watched: [[0, 3]] };

/** Examples that need data first, or another body than the example in the route file. */
const examples: Record<string, Example> = {
  'GET /metrics': { headers: { authorization: 'Bearer a-token-of-metrics' } },
  'GET /version': { headers: { accept: 'application/json' } },
  'POST /api/contact': {
    body: { fullName: 'Mona Adel', email: account.email, phoneNumber: '01001234567', message: 'Hello there' },
  },
  'GET /api/blogs': () => createArticle({ query: '?lang=en&pageSize=2' }),
  'GET /api/blog/[id]': () => createArticle({ query: '?lang=en' }),
  'POST /api/blog/[id]/view': () => createArticle(),
  'POST /auth/createUser': { body: { ...account, email: 'hala@midan.example' } },
  'POST /auth/loginAsUser': { body: { email: account.email, sub: password } },
  'POST /auth/loginWithGoogle': async () => ({
    body: { idToken: (await controlIdentity('id-token', { provider: 'google', person, claims: {} })).idToken },
  }),
  'POST /auth/loginWithLinkedIn': requestLinkedInCode,
  'POST /auth/send-login-code': { body: { email: account.email } },
  'POST /auth/loginWithCode': async () => {
    await sendCall('POST /auth/send-login-code', { body: { email: account.email } });
    return { body: { email: account.email, otp: (await readLastMail('login:')).data.code } };
  },
  'POST /auth/refresh-token': async () => ({ body: { refreshToken: world.learner.refreshToken } }),
  'POST /auth/forgot-password': { body: { email: account.email } },
  'POST /auth/verify-otp': async () => {
    await sendCall('POST /auth/forgot-password', { body: { email: account.email } });
    return { body: { email: account.email, otp: (await readLastMail('otp:')).data.code } };
  },
  'POST /auth/reset-password': async () => ({
    token: world.learner.accessToken,
    body: {
      userId: world.learner.userId,
      sub: 'another-lantern-7',
      confirmPassword: 'another-lantern-7',
      currentPassword: password,
    },
  }),
  'POST /auth/confirm-new-email': async () => ({
    token: world.learner.accessToken,
    body: { token: await requestMailedToken('confirm-new-email:', requestEmailChange) },
  }),
  'POST /auth/restore-email': async () => ({
    body: {
      token: await requestMailedToken('email-changed:', async () => {
        await sendCall('POST /auth/confirm-new-email', {
          token: world.learner.accessToken,
          body: { token: await requestMailedToken('confirm-new-email:', requestEmailChange) },
        });
      }),
    },
  }),
  'POST /auth/logout': async () => ({ token: world.learner.accessToken, body: {} }),
  ...secondFactorExamples,
  ...administrationExamples,
  ...newsletterExamples,
  ...checkoutExamples,
  'POST /api/payment/setProducts': {
    body: [{ key: 'new', name: 'New', description: 'New', amount: 10.5, courseName }],
  },
  'GET /api/payment/getPayments': async () => {
    await buyCourse();
    return { token: world.admin.accessToken };
  },
  'POST /api/payment/[userId]/sendPaymentRequest': { body: { productKey: 'course-nextjs', billing_data: billing } },
  'GET /api/payment/[userId]/orders/[orderId]': async () => ({ params: { orderId: await buyCourse() } }),
  'POST /api/payment/[userId]/orders/[orderId]/refund': async () => ({
    params: { orderId: await buyCourse() },
    body: { reason: 'No time' },
  }),
  'POST /api/payment/callback': buildPaymobCallback,
  'GET /api/user/[userId]/profile/getMyCourses': prepareEnrolment(),
  'GET /api/user/[userId]/profile/getMyPayments': async () => {
    await buyCourse();
    return {};
  },
  'POST /api/user/[userId]/profile/confirm-email': async () => {
    await (await db()).user.updateMany({ data: { emailConfirmedAt: null } });
    return {};
  },
  'GET /api/user/[userId]/profile/export': async () => {
    await requestRefund();
    await prepareCompletedCourse();
    return {};
  },
  'POST /api/user/[userId]/profile/delete': { body: { email: account.email, currentPassword: password } },
  'POST /api/user/[userId]/providers/[linkId]/unlink': async () => {
    const { id } = await (
      await db()
    ).providerAccount.create({
      data: { userId: world.learner.userId, provider: 'google', issuer: 'x', subject: 'x', email: account.email },
      select: { id: true },
    });
    return { params: { linkId: id } };
  },
  'POST /api/user/[userId]/profile/details': { body: { name: 'Mona Adel Fahmy', phone: '01007654321' } },
  'POST /api/user/[userId]/profile/email': { body: { email: 'mona.new@midan.example' } },
  'POST /api/user/[userId]/sessions/[sessionId]/end': async () => ({ params: { sessionId: world.learner.sessionId } }),
  'POST /api/user/[userId]/video/getVideo': prepareEnrolment({
    body: { courseName, path: `${courseName}\\part\\${lesson}` },
  }),
  'GET /api/user/[userId]/video/playlist/[id]': prepareEnrolment({ params: { id: `${courseName}~${lesson}` } }),
  'GET /api/user/[userId]/video/stream/[courseName]/[lesson]': prepareEnrolment({ params: { lesson } }),
  'GET /api/user/[userId]/progress/[courseName]': prepareCompletedCourse,
  'PUT /api/user/[userId]/progress/[courseName]': prepareEnrolment({ body: progress }),
  'POST /api/user/[userId]/progress/[courseName]': prepareEnrolment({ body: progress }),
  'POST /api/user/[userId]/feedback/[courseName]': prepareEnrolment({ body: { rating: 4, answers: { helped: 'x' } } }),
  ...learningExamples,
  'GET /api/admin/orders': async () => {
    await buyCourse();
    return {};
  },
  'GET /api/admin/orders/[id]': async () => ({ params: { id: (await requestRefund()).params!.orderId! } }),
  'POST /api/admin/orders/[id]/[action]': async () => ({
    params: { id: await buyCourse(), action: 'revoke' },
    body: { reason: 'A reason' },
  }),
  'POST /api/admin/refunds/[orderId]/[decision]': requestRefund,
  'GET /api/admin/coupons': async () => {
    await createCoupon();
    return {};
  },
  'POST /api/admin/coupons': { body: { code: 'summer-٣٠', ...couponTerms } },
  'GET /api/admin/coupons/[id]': async () => ({ params: { id: await createCoupon() } }),
  'PUT /api/admin/coupons/[id]': async () => ({ params: { id: await createCoupon() }, body: couponTerms }),
  'DELETE /api/admin/coupons/[id]': async () => ({ params: { id: await createCoupon() } }),
  'POST /api/admin/coupons/[id]/end': async () => ({ params: { id: await createCoupon() } }),
  'PUT /api/admin/products/[key]': { body: { amount: 1000, saleAmount: 500, refundableOnSale: true } },
  'GET /api/admin/users': prepareEnrolment(),
  'GET /api/admin/users/[id]': async () => {
    await buyCourse();
    return { params: { id: world.learner.userId } };
  },
  'PUT /api/admin/users/[id]/role': async () => ({ params: { id: world.learner.userId }, body: { role: 'admin' } }),
  'POST /api/admin/users/[id]/reset-second-factor': async () => {
    await enrolTotp();
    return { params: { id: world.learner.userId }, body: { reason: 'A reason' } };
  },
  'DELETE /api/admin/users/[id]/sessions': async () => ({ params: { id: world.learner.userId } }),
  'DELETE /api/admin/users/[id]/sessions/[sessionId]': async () => ({
    params: { id: world.learner.userId, sessionId: world.learner.sessionId },
  }),
  'GET /api/admin/enquiries': async () => {
    await leaveMessage();
    return {};
  },
  'PUT /api/admin/enquiries/[id]': async () => ({ params: { id: await leaveMessage() }, body: { handled: true } }),
  'DELETE /api/admin/enquiries/[id]': async () => ({ params: { id: await leaveMessage() } }),
  'GET /api/admin/audit': async () => {
    await sendCall('PUT /api/admin/products/[key]', { body: { amount: 1000 } });
    return {};
  },
  'PUT /api/admin/content/[id]': { params: { id: 'common.footer' }, body: { version: 0, values: {} } },
  'PUT /api/admin/courses/[slug]': {
    body: { published: true, level: 'beginner', spokenLanguage: 'ar', texts: inEachLanguage(() => courseText) },
  },
  'PUT /api/admin/courses/[slug]/lessons': {
    body: {
      chapters: [
        {
          title: inEachLanguage(() => 'One'),
          lessons: ['01-welcome.mp4', lesson, '03-data.mp4', '04-publish.mp4'].map((file) => ({
            file,
            name: inEachLanguage(() => file),
            freePreview: false,
          })),
        },
      ],
    },
  },
  'PUT /api/admin/courses/[slug]/lessons/[file]/captions': {
    params: { file: lesson },
    body: { en: { name: 'x.vtt', text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nx\n' } },
  },
  'GET /api/admin/courses/[slug]/uploads': async () => {
    await uploadId();
    return {};
  },
  'POST /api/admin/courses/[slug]/uploads': { body: newUpload },
  'GET /api/admin/uploads/[id]': async () => ({ params: { id: await uploadId() } }),
  'PATCH /api/admin/uploads/[id]': async () => ({
    params: { id: await uploadId() },
    headers: { 'content-type': 'application/partial-upload', 'upload-offset': '0' },
    body: '01234',
  }),
  'DELETE /api/admin/uploads/[id]': async () => ({ params: { id: await uploadId() } }),
  'POST /api/admin/uploads/[id]/retry': async () => {
    const id = await uploadId();
    await (
      await db()
    ).lessonUpload.update({ where: { id }, data: { status: 'failed', error: 'x' }, select: { id: true } });
    return { params: { id } };
  },
};

export const exampleCalls = Object.keys(examples);

export const needsPreparation = (call: string): boolean => typeof examples[call] === 'function';

export async function prepareExample(call: string): Promise<CallInput> {
  const [method = '', route = ''] = call.split(' ');
  const example = examples[call] ?? (await loadRouteFile(route))[method as Method]!.options.example ?? {};
  return typeof example === 'function' ? example() : example;
}

async function leaveMessage(): Promise<string> {
  const message = contactSchema.parse({
    fullName: 'Mona Adel',
    email: account.email,
    phoneNumber: '01001234567',
    message: 'Hello there',
  });
  return (await receiveContactMessage(message, { lang: 'en', ip: 'x', now: new Date() })).id;
}
