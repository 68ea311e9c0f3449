import { axeFaults } from './axe';
import { expect, test } from './fixtures';
import { makeLearner, signIn } from './learner';
import { worldPorts } from './world-ports';

const site = `http://localhost:${worldPorts().site}`;
const mock = `http://127.0.0.1:${worldPorts().paymob}/_mock`;

test('P1 P9 D10 every screen of a payment passes axe and fits 320 pixels', async ({ page, request }) => {
  const learner = await makeLearner('course-nextjs');
  const headers = { authorization: `Bearer ${learner.accessToken}`, referer: `${site}/ar/payment` };
  const billing_data = { first_name: 'Mona', last_name: 'Adel', phone_number: '01001234567', email: 'mona@example.com' };
  const ask = async (productKey: string) => {
    const answer = await request.post(`/api/payment/${learner.userId}/sendPaymentRequest`, { headers, data: { productKey, billing_data } });
    return { order: answer.headers()['x-order-id'], secret: new URL(await answer.text()).searchParams.get('clientSecret') };
  };
  const end = (secret: string | null, scenario: string) =>
    request.post(`${mock}/intentions/${secret}/complete`, { headers: { 'x-mock-token': 'mock' }, data: { scenario } });
  await signIn(page, learner, '/ar/profile/payments');
  const declined = await ask('course-marketing');
  await end(declined.secret, 'declined');
  const waiting = await ask('course-mobile');
  const paid = await page.locator('[data-status=paid]').getAttribute('data-order');
  const screens = [
    '/ar/profile/payments', '/ar/payment', '/ar/payment?product=course-marketing', `/ar/payment?order=${declined.order}`,
    `/ar/payment?order=${waiting.order}`, `/ar/payment?order=${paid}`, `/ar/payment/receipt/${paid}`,
  ];
  for (const screen of screens) {
    await page.goto(screen);
    expect(await axeFaults(page), screen).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
