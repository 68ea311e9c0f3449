import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testCards } from '../payments/scenarios';
import { type Bench, startBench } from '../testing';

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());
beforeEach(() => bench.control('POST', 'reset'));

const buildLink = (secret: string, more = '') =>
  `${bench.url}/unifiedcheckout/?publicKey=egy_pk_test_mock&clientSecret=${secret}${more}`;

async function send(path: string, fields: Record<string, string>): Promise<{ status: number; html: string; url: URL }> {
  const answer = await fetch(bench.url + path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: answer.status, html: await answer.text(), url: new URL(answer.url) };
}

const payByCard = (secret: string, number: string, more: Record<string, string> = {}) =>
  send('/unifiedcheckout/pay', {
    publicKey: 'egy_pk_test_mock',
    clientSecret: secret,
    method: '1001',
    lang: 'en',
    round: '0',
    number,
    holder: 'Test Account',
    expiry: '01/39',
    cvv: '123',
    ...more,
  });

const answerBank = (at: URL, fields: Record<string, string>) =>
  send('/unifiedcheckout/3ds', {
    transaction: at.searchParams.get('trx_id') ?? '',
    payment_token: at.searchParams.get('payment_token') ?? '',
    lang: 'en',
    answer: 'confirm',
    ...fields,
  });

const countTransactions = async () => (await bench.control<unknown[]>('GET', 'transactions')).length;

test('the page is in the buyer’s language, right to left in Arabic [P8]', async () => {
  const { client_secret: secret } = await bench.intend();
  const read = async (more: string, language: string) =>
    (await fetch(buildLink(secret, more), { headers: { 'accept-language': language } })).text();
  expect(await read('', 'ar-EG,ar')).toContain('<html lang="ar" dir="rtl">');
  expect(await read('', 'de')).toContain('<html lang="en" dir="ltr">');
  expect(await read('&lang=ar', 'en')).toContain('dir="rtl"');
  expect(await read('', 'en')).not.toContain('<script');
});

test('the right bank password pays, a wrong one declines, and leaving keeps the attempt open [P8]', async () => {
  const { client_secret: secret } = await bench.intend();
  const first = await payByCard(secret, '5123456789012346');
  expect(first.html).toContain('data-testid="otp"');
  expect((await answerBank(first.url, { answer: 'abandon' })).html).toContain('data-testid="result-waiting"');
  expect((await answerBank(first.url, { otp: '000000' })).html).toContain('AUTHENTICATION_FAILED');
  const second = await payByCard(secret, '5123456789012346', { round: '1' });
  expect((await answerBank(second.url, { otp: '١٢٣٤٥٦' })).html).toContain('data-testid="result-paid"');
});

test.each(testCards.map(({ pan, scenario }) => [pan, scenario] as const))(
  'the test card %s starts %s [P8]',
  async (pan, scenario) => {
    const { client_secret: secret } = await bench.intend();
    expect((await payByCard(secret, pan)).status).toBe(200);
    const { transactions } = await bench.control<{ transactions: { scenario: string | null }[] }>('GET', 'state');
    expect(transactions.some((one) => one.scenario === scenario)).toBe(true);
  },
);

test.each([
  ['4242424242424242', {}, 'number-error'],
  ['5123456789012345', {}, 'number-error'],
  ['9955000000000014', { expiry: '01/20' }, 'expiry-error'],
  ['9955000000000014', { cvv: '12' }, 'cvv-error'],
])('refuses the card %s with %j without storing or showing it [P8]', async (number, more, error) => {
  const { client_secret: secret } = await bench.intend();
  const answer = await payByCard(secret, number, more);
  expect(answer.status).toBe(422);
  expect(answer.html).toContain(`data-testid="${error}"`);
  if (error === 'number-error') expect(answer.html).not.toContain(number);
  expect(await countTransactions()).toBe(0);
});

test('submitting a form twice makes one attempt, and a declined one can be followed by another [P8]', async () => {
  const { client_secret: secret } = await bench.intend();
  const [one, two] = await Promise.all([payByCard(secret, '9955000000000022'), payByCard(secret, '9955000000000022')]);
  expect(one.url.href).toBe(two.url.href);
  expect(await countTransactions()).toBe(1);
  await payByCard(secret, '9955000000000014', { round: '1' });
  expect(
    (await bench.control<{ order: { id: number } }[]>('GET', 'transactions')).map(({ order }) => order.id),
  ).toEqual([700001, 700001]);
});

test('a paid checkout returns to the shop with a signed query, unless the tab was closed [P8]', async () => {
  const first = await payByCard((await bench.intend()).client_secret, '9955000000000014');
  const target = new URL(/url=([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '');
  expect(target.origin + target.pathname).toBe(`${bench.shop.url}/api/payment/return`);
  expect(Object.fromEntries(target.searchParams)).toMatchObject({
    order: '700001',
    success: 'true',
    'source_data.pan': '0014',
    hmac: expect.stringMatching(/^[0-9a-f]{128}$/),
  });
  expect((await payByCard((await bench.intend()).client_secret, '9955000000000089')).html).not.toContain(
    'http-equiv="refresh"',
  );
});

test('a wallet asks for PIN and password, and a bill is paid at the kiosk [P8]', async () => {
  const wallet = (await bench.intend()).client_secret;
  const asked = await payByCard(wallet, '', { method: '1002', phone: '01010101010' });
  expect((await answerBank(asked.url, { pin: '123456', otp: '123456' })).html).toContain('result-paid');
  const bill = await payByCard((await bench.intend()).client_secret, '', { method: '1003' });
  expect(bill.html).toContain('88000001');
  const at = bill.url.searchParams;
  const paid = await send('/unifiedcheckout/kiosk', {
    transaction: at.get('trx_id') ?? '',
    payment_token: at.get('payment_token') ?? '',
    lang: 'en',
    answer: 'pay',
  });
  expect(paid.html).toContain('This payment reference has been paid.');
});

test.each([
  ['wrong', 404, async () => buildLink('egy_csk_test_nothing')],
  [
    'paid',
    410,
    async () => {
      const intention = await bench.intend();
      await bench.control('POST', `intentions/${intention.id}/complete`, { scenario: 'paid' });
      return buildLink(intention.client_secret);
    },
  ],
  [
    'expired',
    410,
    async () => {
      const intention = await bench.intend();
      await bench.control('POST', 'clock/advance', { ms: 3_600_000 });
      return buildLink(intention.client_secret);
    },
  ],
])('a %s link answers %i with an error page [P8]', async (_, status, make) => {
  const answer = await fetch(await make());
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain('data-testid="checkout-error"');
});

test('text from the shop is escaped [P8]', async () => {
  const { client_secret: secret } = await bench.intend({ amount: 100, items: [{ name: '<b>x</b>"', amount: 100 }] });
  expect(await (await fetch(buildLink(secret))).text()).toContain('&lt;b&gt;x&lt;/b&gt;&quot;');
});
