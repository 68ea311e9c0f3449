import { describe, expect, it } from 'vitest';
import { modeProblems, type ModeInput } from './mode';

const test: ModeInput = { mode: 'test', baseUrl: 'http://127.0.0.1:12111', secretKey: 'egy_sk_test_a', publicKey: 'egy_pk_test_b' };
const live: ModeInput = { mode: 'live', baseUrl: 'https://accept.paymob.com', secretKey: 'egy_sk_live_a', publicKey: 'egy_pk_live_b' };

describe('which keys go where', () => {
  it.each([
    ['test keys with a local server', test],
    ['test keys with Paymob', { ...test, baseUrl: 'https://accept.paymob.com' }],
    ['live keys with Paymob', live],
    ['keys of another country', { ...live, baseUrl: 'https://uae.paymob.com', secretKey: 'are_sk_live_a', publicKey: 'are_pk_live_b' }],
  ])('P8 %s are accepted', (_name, input) => {
    expect(modeProblems(input)).toEqual([]);
  });

  it.each([
    ['live keys with a local server', { ...live, baseUrl: 'http://127.0.0.1:12111' }],
    ['live keys with a host that only looks like Paymob', { ...live, baseUrl: 'https://accept.paymob.com.evil.example' }],
    ['live keys over http', { ...live, baseUrl: 'http://accept.paymob.com' }],
    ['live keys with a foreign hosted page', { ...live, checkoutBaseUrl: 'https://evil.example' }],
    ['test keys in live mode', { ...live, secretKey: 'egy_sk_test_a' }],
    ['live keys in test mode', { ...test, publicKey: 'egy_pk_live_b' }],
    ['test keys with a foreign host', { ...test, baseUrl: 'https://evil.example' }],
    ['a key of unknown shape with a local server in live mode', { ...live, baseUrl: 'http://127.0.0.1:1', secretKey: 'secret', publicKey: 'public' }],
    ['something that is no URL', { ...test, baseUrl: 'paymob' }],
  ])('P8 %s are refused', (_name, input) => {
    expect(modeProblems(input)).not.toEqual([]);
  });
});
