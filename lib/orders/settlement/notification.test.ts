import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { ourSecret, paid, signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { requestCheckFor } from '@/lib/process/shared-state';
import { registerNotificationCheck } from './notification';

const settings = {
  PAYMOB_BASE_URL: 'http://127.0.0.1:9',
  PAYMOB_SECRET_KEY: 'egy_sk_test_x',
  PAYMOB_PUBLIC_KEY: 'egy_pk_test_x',
  PAYMOB_API_KEY: 'x',
  PAYMOB_HMAC_SECRET: ourSecret,
  PAYMOB_INTEGRATION_IDS: '1001,1002,1003',
};

beforeAll(() => {
  Object.assign(process.env, settings);
  resetConfig();
});
afterAll(() => {
  for (const name of Object.keys(settings)) delete process.env[name];
  resetConfig();
});

const body = JSON.stringify({ type: 'TRANSACTION', obj: paid });
const mac = signTransaction(paid, ourSecret);
const returnRequest = (query: string, acceptLanguage: string | null = null) => ({
  query: new URLSearchParams(query),
  body: Buffer.from(body),
  header: () => acceptLanguage,
});

it('the check accepts a genuine notification, and refuses a forged one as the handler would [R25, P5]', async () => {
  await registerNotificationCheck();
  const check = requestCheckFor('/api/payment/callback')!;
  expect(check(returnRequest(`hmac=${mac}`))).toBeNull();
  const refusal = {
    status: 401,
    key: 'bad-signature',
    title: 'The signature is wrong',
    lang: 'en',
    headers: { 'www-authenticate': 'Bearer' },
  };
  for (const query of ['', `hmac=${'0'.repeat(128)}`, `hmac=${mac}&hmac=${mac}`])
    expect(check(returnRequest(query)), query).toEqual(refusal);
  expect(check(returnRequest('', 'ar'))).toMatchObject({ title: 'التوقيع غير صحيح', lang: 'ar' });
  const malformed = { status: 400, key: 'not-a-callback', title: 'This is not a callback' };
  const bodies = [
    '',
    'no JSON',
    '[]',
    '{"hello":1}',
    JSON.stringify({ type: 'TRANSACTION', obj: { ...paid, success: { toString: 1 } } }),
  ];
  for (const each of bodies)
    expect(check({ ...returnRequest(`hmac=${mac}`), body: Buffer.from(each) }), each).toMatchObject(malformed);
});
