import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './stack';
import { mapConcurrently } from './wait';

export interface Learner {
  userId: string;
  email: string;
  token: string;
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
  tookMs: number;
}

const requestMs = 20_000;

/** Returns status 0 if no response arrives. */
export async function call(stack: Shop, method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const started = Date.now();
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const init = { method, headers, redirect: 'manual' as const, signal: AbortSignal.timeout(requestMs) };
    const answer = await fetch(
      stack.site.url + path,
      body === undefined ? init : { ...init, body: JSON.stringify(body) },
    );
    return { status: answer.status, text: await answer.text(), headers: answer.headers, tookMs: Date.now() - started };
  } catch {
    return { status: 0, text: '', headers: new Headers(), tookMs: Date.now() - started };
  }
}

export const password = 'a long enough passphrase';

let lastLearner = 0;

const patience = 5;

/** Retries setup calls, which may fail on a busy machine. */
async function retryWhenLimited(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (tries === patience || (answer.status !== 0 && answer.status < 500)) return answer;
    await sleep(1000 * tries);
  }
}

export async function signUp(stack: Shop): Promise<Learner> {
  let email = '';
  const answer = await retryWhenLimited(() => {
    email = `learner-${process.pid}-${(lastLearner += 1)}@midan.example`;
    return call(stack, 'POST', '/auth/createUser', { name: 'Mona Adel', email, phone: '01012345678', sub: password });
  });
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`);
  const { userId, accessToken } = JSON.parse(answer.text) as { userId: string; accessToken: string };
  return { userId, email, token: accessToken };
}

export const signUpMany = (stack: Shop, count: number): Promise<Learner[]> =>
  mapConcurrently(Array.from({ length: count }), 4, () => signUp(stack));

export const ask = (stack: Shop, learner: Learner, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(stack, method, path.replace('{userId}', learner.userId), body, learner.token);

export const products = ['course-nextjs', 'course-marketing', 'course-mobile'] as const;

export function requestPayment(
  stack: Shop,
  learner: Learner,
  productKey: string,
  coupon?: string,
  gift?: object,
): Promise<Answer> {
  const billing = { first_name: 'Mona', last_name: 'Adel', phone_number: '01012345678', email: learner.email };
  return ask(stack, learner, 'POST', '/api/payment/{userId}/sendPaymentRequest', {
    productKey,
    billing_data: billing,
    ...(coupon && { coupon }),
    ...(gift && { gift }),
  });
}

export interface Purchase {
  learner: Learner;
  productKey: string;
  orderId: string;
  clientSecret: string;
}

export async function orderProduct(
  stack: Shop,
  learner: Learner,
  productKey: string = products[0],
  coupon?: string,
  gift?: object,
): Promise<Purchase> {
  const answer = await retryWhenLimited(() => requestPayment(stack, learner, productKey, coupon, gift));
  if (answer.status !== 200) throw new Error(`sendPaymentRequest answered ${answer.status}: ${answer.text}`);
  const clientSecret = new URL(answer.text.trim()).searchParams.get('clientSecret') ?? '';
  return { learner, productKey, orderId: answer.headers.get('x-order-id') ?? '', clientSecret };
}

export async function pay(stack: Shop, purchase: Purchase, scenario: string): Promise<number> {
  const { id } = await stack.callPaymob<{ id: number }>('POST', `intentions/${purchase.clientSecret}/complete`, {
    scenario,
  });
  return id;
}

export async function fetchOrderStatus(stack: Shop, { learner, orderId }: Purchase): Promise<string> {
  const answer = await ask(stack, learner, 'GET', `/api/payment/{userId}/orders/${orderId}`);
  return answer.status === 200 ? (JSON.parse(answer.text) as { status: string }).status : `http ${answer.status}`;
}

export async function ownsProduct(
  stack: Shop,
  { learner, productKey }: Pick<Purchase, 'learner' | 'productKey'>,
): Promise<boolean> {
  const answer = await ask(stack, learner, 'POST', '/api/payment/{userId}/checkProductStatus', { productKey });
  return answer.status === 200 && answer.text.trim() === 'true';
}

export const isPaid = async (stack: Shop, purchase: Purchase): Promise<boolean> =>
  (await fetchOrderStatus(stack, purchase)) === 'paid' && (await ownsProduct(stack, purchase));
