import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetConfig } from '@/lib/config/config';
import { ourSecret, paid } from '@/lib/paymob/vectors.fixture';
import { signTransaction } from '@/lib/paymob/callback';
import { callbackScreen } from './callback-screen';
import { forgetGateway } from './gateway';

const settings = {
  PAYMOB_BASE_URL: 'http://127.0.0.1:9', PAYMOB_SECRET_KEY: 'egy_sk_test_x', PAYMOB_PUBLIC_KEY: 'egy_pk_test_x', PAYMOB_API_KEY: 'x',
  PAYMOB_HMAC_SECRET: ourSecret, PAYMOB_INTEGRATION_IDS: '1001,1002,1003',
};
const startAgain = () => {
  forgetConfig();
  forgetGateway();
};

beforeAll(() => {
  Object.assign(process.env, settings);
  startAgain();
});
afterAll(() => {
  for (const name of Object.keys(settings)) delete process.env[name];
  startAgain();
});

const body = JSON.stringify({ type: 'TRANSACTION', obj: paid });
const mac = signTransaction(paid, ourSecret);
const asked = (query: string, acceptLanguage: string | null = null) => ({ query: new URLSearchParams(query), body, acceptLanguage });

it('R25 P5 the screen lets a genuine callback through, and refuses a forged one as the handler would', async () => {
  const screen = await callbackScreen();
  expect(screen(asked(`hmac=${mac}`))).toBeNull();
  const refusal = { status: 401, key: 'bad-signature', title: 'The signature is wrong', headers: { 'content-language': 'en', 'www-authenticate': 'Bearer' } };
  for (const query of ['', `hmac=${'0'.repeat(128)}`, `hmac=${mac}&hmac=${mac}`]) expect(screen(asked(query)), query).toEqual(refusal);
  expect(screen(asked('', 'ar'))).toMatchObject({ title: 'التوقيع غير صحيح', headers: { 'content-language': 'ar' } });
  const noCallback = { status: 400, key: 'not-a-callback', title: 'This is not a callback' };
  const bodies = ['', 'no JSON', '[]', '{"hello":1}', JSON.stringify({ type: 'TRANSACTION', obj: { ...paid, success: { toString: 1 } } })];
  for (const each of bodies) expect(screen({ ...asked(`hmac=${mac}`), body: each }), each).toMatchObject(noCallback);
});
