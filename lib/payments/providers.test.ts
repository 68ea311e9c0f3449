import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetConfig } from '@/lib/config/config';
import { freeProvider } from './free';
import { ourSecret, paid, signTransaction } from './paymob/vectors.fixture';
import type { PaymentProvider, ProviderDescription } from './provider';
import { paymentProviders, readNotification, readReturn } from './providers';

const settings = {
  PAYMOB_SECRET_KEY: 'egy_sk_test_x',
  PAYMOB_PUBLIC_KEY: 'egy_pk_test_x',
  PAYMOB_API_KEY: 'x',
  PAYMOB_HMAC_SECRET: ourSecret,
  PAYMOB_INTEGRATION_IDS: '1001,1002,1003',
};
const known = paymentProviders as ProviderDescription[];

/** A second provider, which knows only the body `second`, signed by the header `mac`. */
const second: PaymentProvider = {
  ...freeProvider,
  readNotification({ body, header }) {
    if (body !== 'second') return { kind: 'malformed' };
    return header('mac') ? { kind: 'unhandled', type: 'second' } : { kind: 'unsigned' };
  },
  readReturn: (query) => query.get('second'),
};

beforeAll(() => {
  Object.assign(process.env, settings);
  resetConfig();
  known.push({ ...known[0]!, name: 'second', create: () => second });
});
afterAll(() => {
  known.pop();
  for (const name of Object.keys(settings)) delete process.env[name];
  resetConfig();
});

const read = (body: string, hmac: string, mac: string | null) =>
  readNotification({ body, query: new URLSearchParams({ hmac }), header: () => mac })?.kind;

it('each of two providers reads its own notifications and returns, and forged ones are refused [P5]', () => {
  const paymobs = JSON.stringify({ type: 'TRANSACTION', obj: paid });
  const mac = signTransaction(paid, ourSecret);
  expect(read(paymobs, mac, null)).toBe('charge');
  expect(read(paymobs, '0'.repeat(128), 'signed')).toBe('unsigned');
  expect(read('second', '', 'signed')).toBe('unhandled');
  expect(read('second', mac, null)).toBe('unsigned');
  expect(read('{}', mac, 'signed')).toBe('malformed');
  expect(readReturn(new URLSearchParams({ second: '7' }))).toBe('7');
  expect(readReturn(new URLSearchParams({ hmac: mac }))).toBeNull();
});
