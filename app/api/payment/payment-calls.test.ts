import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '@/lib/accounts/sessions/start-session';
import type { RouteHandler } from '@/lib/api/handler';
import { config, resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { type paid, redirectQuery, signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import {
  billing,
  createWorld,
  pay,
  pollUntil,
  readOrderState,
  startShopOfFile,
  waitForOrder,
} from '@/tests/support/shop';
import * as status from './[userId]/checkProductStatus/route';
import * as refund from './[userId]/orders/[orderId]/refund/route';
import * as order from './[userId]/orders/[orderId]/route';
import * as request from './[userId]/sendPaymentRequest/route';
import * as callback from './callback/route';
import * as products from './getProducts/route';
import * as back from './return/route';

const shop = startShopOfFile();
let userId: string;
let token: string;

beforeEach(async () => {
  ({ userId } = await createWorld(shop));
  token = await createToken(userId);
});

const createToken = async (id: string) =>
  (await startSession({ userId: id }, { userAgent: '', ip: '' }, new Date())).accessToken;

interface SentRequest {
  method?: string;
  body?: unknown;
  form?: Record<string, string>;
  token?: string | null;
  headers?: Record<string, string>;
  query?: string;
}

function call(handler: RouteHandler, params: Record<string, string>, sent: SentRequest = {}): Promise<Response> {
  const headers = new Headers(sent.headers);
  if (sent.token !== null) headers.set('authorization', `Bearer ${sent.token ?? token}`);
  const body = sent.form
    ? new URLSearchParams(sent.form).toString()
    : sent.body === undefined
      ? null
      : JSON.stringify(sent.body);
  headers.set('content-type', sent.form ? 'application/x-www-form-urlencoded' : 'application/json');
  const method = sent.method ?? (body === null ? 'GET' : 'POST');
  return handler(new Request(`${config().siteUrl}/api/payment/x${sent.query ?? ''}`, { method, headers, body }), {
    params: Promise.resolve(params),
  });
}

const ask = (sent: SentRequest = {}, id = userId) =>
  call(request.POST, { userId: id }, { body: { productKey: 'product-a', billing_data: billing }, ...sent });
const readProblem = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { type: string; title: string; errors?: object }),
});

describe('sendPaymentRequest', () => {
  it('answers the hosted page’s address as text and the order id in a header [S6, P2]', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await answer.text()).toMatch(/\/unifiedcheckout\/\?publicKey=.+&clientSecret=.+/);
    expect(await readOrderState(answer.headers.get('x-order-id') ?? '')).toMatchObject({ status: 'pending' });
  });

  it('requires a session, a learner and the caller’s own user id [G6, S6]', async () => {
    const none = await ask({ token: null });
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    expect((await ask({}, 'somebody-else')).status).toBe(403);
    await (
      await db()
    ).user.update({
      where: { id: userId },
      data: { role: 'admin', totpConfirmedAt: new Date() },
      select: { id: true },
    });
    expect((await ask({}, 'somebody-else')).status).toBe(403);
    await (await db()).user.update({ where: { id: userId }, data: { role: 'guest' }, select: { id: true } });
    expect(await readProblem(await ask())).toMatchObject({
      status: 403,
      type: expect.stringMatching(/sign-up-required$/),
    });
  });

  it('reports invalid fields in the requested language [V2, S6]', async () => {
    const body = { productKey: 'product-a', billing_data: { ...billing, email: 'x', first_name: '' } };
    expect(await readProblem(await ask({ body }))).toMatchObject({
      status: 422,
      errors: { 'billing_data.first_name': ['First name is required'], 'billing_data.email': ['Invalid email format'] },
    });
    const arabic = await readProblem(await ask({ body, headers: { 'accept-language': 'ar' } }));
    expect(JSON.stringify(arabic.errors)).toMatch(/[\u0600-\u06ff]/);
  });

  it('refuses a coupon in one language, English if Accept-Language is missing [V2]', async () => {
    const body = { productKey: 'product-a', billing_data: billing, coupon: 'NOBODY-HAS-IT' };
    const [plain, german] = [await ask({ body }), await ask({ body, headers: { 'accept-language': 'de' } })];
    expect([plain.headers.get('content-language'), german.headers.get('content-language')]).toEqual(['en', 'de']);
    for (const answer of [plain, german]) {
      const { title, errors } = (await readProblem(answer)) as { title: string; errors: { coupon: string[] } };
      expect(errors.coupon).toEqual([title]);
    }
  });

  it('answers 404 for an unknown product, 409 for an owned course and 503 while Paymob is down [S6, P3]', async () => {
    expect((await ask({ body: { productKey: 'x', billing_data: billing } })).status).toBe(404);
    await shop.control('faults', { op: 'intention.create', status: 500, times: 1 });
    const down = await ask();
    expect(down.status).toBe(503);
    expect(down.headers.get('retry-after')).toMatch(/^\d+$/);
    const paid = await ask();
    await pay(shop, await paid.text());
    await pollUntil(
      () => readOrderState(paid.headers.get('x-order-id') ?? ''),
      (one) => one.status === 'paid',
    );
    expect(await readProblem(await ask())).toMatchObject({ status: 409, type: expect.stringMatching(/course-owned$/) });
    expect(await (await call(status.POST, { userId }, { body: { filename: 'course-a' } })).json()).toBe(true);
  });

  it('redirects a form without JavaScript to the hosted page, or back with what the buyer typed [P2]', async () => {
    const typed = Object.fromEntries(Object.entries(billing).map(([name, value]) => [`billing_data.${name}`, value]));
    const headers = { referer: `${config().siteUrl}/ar/payment?product=product-a`, origin: config().siteUrl };
    const good = await ask({ form: { productKey: 'product-a', ...typed }, headers });
    expect([good.status, good.headers.get('location')]).toEqual([303, expect.stringContaining('/unifiedcheckout/')]);
    const bad = await ask({ form: { productKey: 'product-a', ...typed, 'billing_data.email': 'x' }, headers });
    expect([bad.status, bad.headers.get('location')]).toEqual([303, '/ar/payment?product=product-a&error=invalid']);
    expect(bad.headers.get('set-cookie')).toMatch(/^form=.*HttpOnly/);
  });

  it('answers a free order with the address of the site’s own order page [N11, S6]', async () => {
    await (
      await db()
    ).product.update({ where: { key: 'product-a' }, data: { amountPiastres: 0 }, select: { key: true } });
    const answer = await ask();
    const orderId = answer.headers.get('x-order-id');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toMatch(new RegExp(`^${config().siteUrl}/(ar|en|de)/payment\\?order=${orderId}$`));
    expect(await readOrderState(orderId!)).toMatchObject({ status: 'paid', enrolments: 1 });
  });

  it('answers 503 if payment is not configured [P8]', async () => {
    const secretKey = process.env.PAYMOB_SECRET_KEY;
    const names = Object.keys(process.env).filter((name) => name.startsWith('PAYMOB_'));
    const values = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) delete process.env[name];
    resetConfig();
    expect((await ask()).status).toBe(503);
    for (const [name, value] of values) process.env[name] = value;
    resetConfig();
    expect(config().payments.paymob?.secretKey).toBe(secretKey);
  });
});

describe('Paymob’s callbacks and returns', () => {
  it('a signed callback marks the order as paid, and each repetition is answered with 200 [P5, S6]', async () => {
    const answer = await ask();
    const orderId = answer.headers.get('x-order-id') ?? '';
    await shop.control('pause', {});
    await pay(shop, await answer.text());
    const [obj] = ((await shop.control('transactions')) as unknown as object[]).slice(-1);
    const mac = signTransaction(obj, config().payments.paymob?.hmacSecret ?? '');
    const body = { type: 'TRANSACTION', obj };
    const deliver = (query: string) => call(callback.POST, {}, { token: null, body, query });
    expect((await deliver('')).status).toBe(401);
    expect((await deliver(`?hmac=${mac}&hmac=${mac}`)).status).toBe(401);
    expect((await call(callback.POST, {}, { token: null, body: { hello: 1 }, query: `?hmac=${mac}` })).status).toBe(
      400,
    );
    for (let copies = 0; copies < 3; copies += 1) expect((await deliver(`?hmac=${mac}`)).status).toBe(200);
    expect(await readOrderState(orderId)).toMatchObject({ status: 'paid', enrolments: 1, mails: ['receipt'] });
    const view = await call(order.GET, { userId, orderId });
    expect(await view.json()).toEqual({
      orderId,
      status: 'paid',
      productKey: 'product-a',
      amount: 129900,
      currency: 'EGP',
      method: 'card',
      paidAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await call(order.GET, { userId, orderId: 'nothing' })).status).toBe(404);
    await shop.control('resume', {});
  });

  it('a one-megabyte body is refused before it is read [P5]', async () => {
    const answer = await call(
      callback.POST,
      {},
      { token: null, body: { type: 'x'.repeat(1_000_000) }, query: '?hmac=x' },
    );
    expect(answer.status).toBe(413);
  });

  it('a return without a valid signature redirects to My Payments without asking Paymob or changing anything [P5]', async () => {
    const answer = await call(back.GET, {}, { token: null, query: '?order=700001&success=true&hmac=00' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${config().siteUrl}/ar/profile/payments`]);
  });

  it('a browser that Paymob sends to the callback is redirected to the return page with its query [P5]', async () => {
    const answer = await call(callback.GET, {}, { token: null, query: '?order=700001&success=true&hmac=00' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/api/payment/return?order=700001&success=true&hmac=00',
    ]);
  });

  it('a HEAD request for a signed return does not ask Paymob or change anything [P5]', async () => {
    const answer = await ask();
    const orderId = answer.headers.get('x-order-id') ?? '';
    await shop.control('pause', {});
    await pay(shop, await answer.text());
    const [obj] = ((await shop.control('transactions')) as unknown as object[]).slice(-1);
    const query = `?${redirectQuery(obj as typeof paid, signTransaction(obj, config().payments.paymob?.hmacSecret ?? '')).toString()}`;
    const listAttempts = () => db().then((client) => client.paymentAttempt.findMany());
    const before = await listAttempts();
    const looked = await call(back.GET, {}, { token: null, method: 'HEAD', query });
    expect(looked.status).toBe(204);
    expect([await listAttempts(), (await readOrderState(orderId)).status]).toEqual([before, 'pending']);
    await call(back.GET, {}, { token: null, query });
    expect((await readOrderState(orderId)).status).toBe('paid');
    await shop.control('resume', {});
  });
});

describe('other payment calls', () => {
  it('products are public [S6]', async () => {
    expect(((await (await call(products.GET, {}, { token: null })).json()) as unknown[]).length).toBe(2);
  });

  it('a refund request answers 202, or an error that names the violated rule [P7, S6]', async () => {
    const answer = await ask();
    const orderId = answer.headers.get('x-order-id') ?? '';
    expect((await call(refund.POST, { userId, orderId }, { body: { reason: 'no' } })).status).toBe(409);
    await pay(shop, await answer.text());
    await waitForOrder(orderId);
    await (await db()).order.update({ where: { id: orderId }, data: { atSale: true }, select: { id: true } });
    expect(await readProblem(await call(refund.POST, { userId, orderId }, { body: { reason: 'no' } }))).toMatchObject({
      status: 422,
      type: expect.stringMatching(/refund-sale$/),
    });
    await (await db()).order.update({ where: { id: orderId }, data: { atSale: false }, select: { id: true } });
    expect((await call(refund.POST, { userId, orderId }, { body: { reason: 'no' } })).status).toBe(202);
  });
});
