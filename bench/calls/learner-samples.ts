import { createHmac, hkdfSync } from 'node:crypto';
import { signTransaction } from '../../mocks/paymob/callback-bodies';
import { requestJson, sendRequest } from '../http';
import {
  type BenchUser,
  billing,
  buyProduct,
  createEmail,
  password,
  signUp,
  startCheckout,
  toBenchUser,
} from '../users';
import type { World } from '../world';
import { course, lesson, productKey, type Samples, type Scene } from './sample';

const lessons = [
  '01-welcome.mp4',
  '02-first-page.mp4',
  '03-layouts.mp4',
  '04-data.mp4',
  '05-forms.mp4',
  '06-deploy.mp4',
  '07-search.mp4',
  '08-speed.mp4',
];
const progress = { lesson, positionSeconds: 3, played: true, watched: [[0, 3]] };

export async function requestRefund({ port }: World, person: BenchUser, orderId: string): Promise<void> {
  await requestJson(
    port,
    `/api/payment/${person.userId}/orders/${orderId}/refund`,
    { reason: 'No time' },
    person.headers,
  );
}

/** Buys at full price, because discounted orders cannot be refunded. */
export async function createOrder(world: World): Promise<{ person: BenchUser; orderId: string }> {
  const person = await signUp(world);
  return { person, orderId: await buyProduct(world, person, productKey) };
}

export async function createGift(world: World): Promise<{ giver: BenchUser; orderId: string; token: string }> {
  const giver = await signUp(world);
  const recipient = createEmail();
  const { orderId, clientSecret } = await startCheckout(world, giver, productKey, {
    gift: { recipient_name: 'Hala', recipient_email: recipient },
  });
  await world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'paid' });
  const token = /gift\?token=(\S+)/.exec(await world.waitForMail(recipient, /gift\?token=/))?.[1] ?? '';
  return { giver, orderId, token };
}

async function payOrder(world: World): Promise<Record<string, unknown>> {
  const { clientSecret } = await startCheckout(world, await signUp(world), productKey);
  return world.payAt(`intentions/${clientSecret}/complete`, { scenario: 'no-callback' });
}

/** Signs the links of mails. Must match `hmacOf` in lib/config/secrets.ts. */
export function deriveMailKey({ env }: World, purpose: string, text: string): string {
  return createHmac('sha256', Buffer.from(hkdfSync('sha256', env.AUTH_SECRET ?? '', '', purpose, 32)))
    .update(text)
    .digest('base64url');
}

const signCharge = (world: World, charge: object): string =>
  signTransaction(charge, world.env.PAYMOB_HMAC_SECRET ?? '');

/** Returns the query of Paymob's redirect: dotted names for nested values, the order as its id. */
function returnQuery(world: World, charge: Record<string, unknown>): string {
  const query = new URLSearchParams({ hmac: signCharge(world, charge) });
  for (const [name, value] of Object.entries(charge)) {
    if (name === 'source_data')
      for (const [inner, text] of Object.entries(value as object)) query.set(`${name}.${inner}`, String(text));
    else query.set(name, name === 'order' ? String((value as { id: number }).id) : String(value));
  }
  return `?${query}`;
}

async function createLinkedUser(world: World): Promise<{ person: BenchUser; linkId: string }> {
  const email = createEmail();
  const person = toBenchUser(
    email,
    await requestJson(world.port, '/auth/loginWithGoogle', { idToken: await world.createGoogleToken(email) }),
  );
  await requestJson(
    world.port,
    '/auth/reset-password',
    { userId: person.userId, sub: password, confirmPassword: password },
    person.headers,
  );
  const again = toBenchUser(email, await requestJson(world.port, '/auth/loginAsUser', { email, sub: password }));
  const { body } = await sendRequest(world.port, '/en/profile/security', { headers: again.headers });
  return { person: again, linkId: /providers\/([\w-]+)\/unlink/.exec(body.toString())?.[1] ?? '' };
}

export async function watchAll({ port }: World, person: BenchUser): Promise<void> {
  for (const each of lessons) {
    const body = JSON.stringify({ lesson: each, positionSeconds: 0, played: true, watched: [[0, 3600]] });
    await sendRequest(port, `/api/user/${person.userId}/progress/${course}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json', ...person.headers },
    });
  }
}

export async function startAttempt({ world, learner }: Scene): Promise<string> {
  return (
    await requestJson<{ id: string }>(
      world.port,
      `/api/user/${learner.userId}/quizzes/nextjs-start/attempts`,
      {},
      learner.headers,
    )
  ).id;
}

export async function createCertificate({ world, learner }: Scene): Promise<string> {
  await watchAll(world, learner);
  return (
    await requestJson<{ id: string }>(
      world.port,
      `/api/user/${learner.userId}/certificate/${course}`,
      {},
      learner.headers,
    )
  ).id;
}

/** Signs in after confirming the address, because the confirmation ends earlier sessions. */
export async function createConfirmedUser(world: World): Promise<BenchUser> {
  const { email } = await signUp(world);
  const proof = /confirm-email\?token=([\w-]+)/.exec(await world.waitForMail(email, /confirm-email\?token=/))?.[1];
  await sendRequest(world.port, `/auth/confirm-email?token=${proof}`);
  return toBenchUser(email, await requestJson(world.port, '/auth/loginAsUser', { email, sub: password }));
}

async function requestEmailChange(world: World, of: 'new' | 'old'): Promise<{ person: BenchUser; token: string }> {
  // Confirm the old address first, because only a confirmed one gets a mail about the change.
  const person = await createConfirmedUser(world);
  const email = createEmail();
  await requestJson(
    world.port,
    `/api/user/${person.userId}/profile/email`,
    { email, currentPassword: password },
    person.headers,
  );
  const readMailedToken = async (to: string, page: string) =>
    new RegExp(`${page}\\?token=(\\S+)`).exec(await world.waitForMail(to, new RegExp(`${page}\\?token=`)))?.[1] ?? '';
  const token = await readMailedToken(email, 'confirm-new-email');
  if (of === 'new') return { person, token };
  await requestJson(world.port, '/auth/confirm-new-email', { token }, person.headers);
  return { person, token: await readMailedToken(person.email, 'restore-email') };
}

export const learnerSamples: Samples = {
  'GET /api/payment/getProducts': {},
  'GET /api/payment/getProduct/[key]': {},
  'GET /api/payment/isProductsAvailable': {},
  'GET /api/payment/getPayments': {},
  'POST /api/payment/[userId]/sendPaymentRequest': async ({ world }) => ({
    as: await signUp(world),
    body: { productKey, billing_data: billing },
  }),
  'POST /api/payment/[userId]/checkProductStatus': { body: { productKey } },
  'GET /api/payment/[userId]/orders/[orderId]': async ({ orderId }) => ({ params: { orderId } }),
  'GET /api/payment/[userId]/orders/[orderId]/receipt.pdf': async ({ orderId }) => ({ params: { orderId } }),
  'POST /api/payment/[userId]/orders/[orderId]/refund': async ({ world }) => {
    const { person, orderId } = await createOrder(world);
    return { as: person, params: { orderId }, body: { reason: 'No time' } };
  },
  'POST /api/payment/[userId]/orders/[orderId]/gift': async ({ world }) => {
    const { giver, orderId } = await createGift(world);
    return { as: giver, params: { orderId }, body: { recipient_name: 'Hala', recipient_email: createEmail() } };
  },
  'POST /api/gifts/open': async ({ world }) => ({
    as: await signUp(world),
    body: { token: (await createGift(world)).token },
  }),
  'POST /api/payment/callback': async ({ world }) => {
    const charge = await payOrder(world);
    return { query: `?hmac=${signCharge(world, charge)}`, body: { type: 'TRANSACTION', obj: charge } };
  },
  'GET /api/payment/callback': { query: '?order=1&hmac=00' },
  'POST /auth/confirm-new-email': async ({ world }) => {
    const { person, token } = await requestEmailChange(world, 'new');
    return { as: person, body: { token } };
  },
  'POST /auth/restore-email': async ({ world }) => ({
    as: null,
    body: { token: (await requestEmailChange(world, 'old')).token },
  }),
  'GET /api/payment/return': async ({ world }) => ({ query: returnQuery(world, await payOrder(world)) }),
  'GET /api/preview/[courseName]/[lesson]/playlist': { params: { lesson: '01-welcome.mp4' } },
  'GET /api/reminders/stop': { query: '?order=none&key=none' },
  'POST /api/reminders/stop': async ({ world, orderId }) => ({
    query: `?order=${orderId}&key=${deriveMailKey(world, 'stop-reminders', orderId)}`,
  }),
  'GET /api/weekly-mail/stop': { query: '?user=none&key=none' },
  'POST /api/weekly-mail/stop': ({ world, learner }) =>
    Promise.resolve({
      query: `?user=${learner.userId}&key=${deriveMailKey(world, 'stop-weekly-mail', learner.userId)}`,
    }),
  'POST /api/user/[userId]/profile/weekly-mail': { body: { weeklyMail: 'on', mailLang: 'ar', goalMinutes: 60 } },
  'POST /api/user/[userId]/profile/reminders': { body: { reminders: 'off' } },
  'GET /api/preview/[courseName]/[lesson]': { params: { lesson: '01-welcome.mp4' } },
  'GET /api/user/[userId]/profile/getMyCourses': {},
  'GET /api/user/[userId]/profile/getMyPayments': {},
  'POST /api/user/[userId]/profile/confirm-email': async ({ world }) => ({ as: await signUp(world), body: {} }),
  'GET /api/user/[userId]/profile/export': {},
  'POST /api/user/[userId]/profile/delete': async ({ world }) => {
    const person = await signUp(world);
    return { as: person, body: { email: person.email, currentPassword: password } };
  },
  'POST /api/user/[userId]/providers/[linkId]/unlink': async ({ world }) => {
    const { person, linkId } = await createLinkedUser(world);
    return { as: person, params: { linkId }, body: {} };
  },
  'POST /api/user/[userId]/quizzes/[quizId]/attempts': { params: { quizId: 'nextjs-start' }, body: {} },
  'POST /api/user/[userId]/quiz-attempts/[attemptId]': async (scene) => ({
    params: { attemptId: await startAttempt(scene) },
    body: { answers: { 'why-link': '0' } },
  }),
  'POST /api/user/[userId]/profile/details': { body: { name: 'Mona Adel Fahmy', phone: '01007654321' } },
  'POST /api/user/[userId]/profile/email': async ({ world }) => ({
    as: await signUp(world),
    body: { email: createEmail(), currentPassword: password },
  }),
  'GET /api/user/[userId]/security-events': {},
  'GET /api/user/[userId]/sessions': {},
  'POST /api/user/[userId]/sessions/[sessionId]/end': async ({ world }) => {
    const person = await signUp(world);
    return { as: person, params: { sessionId: person.sessionId }, body: {} };
  },
  'POST /api/user/[userId]/sessions/end-all': async ({ world }) => ({ as: await signUp(world), body: {} }),
  'POST /api/user/[userId]/video/getVideo': { body: { courseName: course, path: `${course}\\01-start\\${lesson}` } },
  'GET /api/user/[userId]/video/playlist/[id]': { params: { id: `${course}~${lesson}` } },
  'GET /api/user/[userId]/video/stream/[courseName]/[lesson]': { headers: { range: 'bytes=0-65535' } },
  'GET /api/user/[userId]/video/offline/[courseName]/[lesson]': { query: '?quality=240p' },
  'GET /api/user/[userId]/open-lessons': { query: `?course=${course}` },
  'GET /api/user/[userId]/progress/[courseName]': {},
  'PUT /api/user/[userId]/progress/[courseName]': { body: progress },
  'POST /api/user/[userId]/progress/[courseName]': { body: progress },
  'POST /api/user/[userId]/rating/[courseName]': async ({ world, learner }) => {
    await watchAll(world, learner);
    return { body: { stars: 5, text: '' } };
  },
  'POST /api/user/[userId]/feedback/[courseName]': { body: { rating: 4, answers: { helped: 'The exercises' } } },
  'POST /api/user/[userId]/certificate/[courseName]': async ({ world }) => {
    const { person } = await createOrder(world);
    await watchAll(world, person);
    return { as: person, body: {} };
  },
  'POST /api/user/[userId]/certificate/[courseName]/name': async (scene) => {
    await createCertificate(scene);
    return { body: {} };
  },
};
