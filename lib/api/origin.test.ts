import { describe, expect, test } from 'vitest';
import { assertOrigin, type OriginRule } from './handler';

const own = 'http://localhost:3000';
const nowhere: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'capacitor://localhost' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
];
const bearer = { authorization: 'Bearer x.y.z' };
const basic = { authorization: 'Basic c2l0ZTpzZWNyZXQ=' };

function isRefused(rule: OriginRule, hasActor: boolean, headers: Record<string, string>, method = 'POST'): boolean {
  try {
    assertOrigin(
      new Request(`${own}/api/x`, { method, headers: { 'content-type': 'application/json', ...headers } }),
      rule,
      hasActor,
    );
    return false;
  } catch {
    return true;
  }
}

describe('the origin of a request [X02]', () => {
  test.each(nowhere)(
    '%j: accepts a bearer or JSON without a session, refuses a session cookie or a form [X02]',
    (from) => {
      expect(isRefused('own', true, { ...from, ...bearer })).toBe(false);
      expect(isRefused('own', false, from)).toBe(false);
      expect(isRefused('own', true, from)).toBe(true);
      expect(isRefused('own', true, { ...from, ...basic })).toBe(true);
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])
        expect(isRefused('own', false, { ...from, 'content-type': type })).toBe(true);
    },
  );

  test.each(nowhere)(
    '%j: refused under /auth and next-auth for every caller, never for Paymob’s callbacks or for reads [X02]',
    (from) => {
      for (const headers of [{}, bearer, basic])
        expect(isRefused('not-foreign', false, { ...from, ...headers })).toBe(true);
      expect(isRefused('any', false, from)).toBe(false);
      expect(isRefused('own', true, from, 'GET')).toBe(false);
    },
  );

  test('a cookie request that names no origin or site is refused, except under /auth; the site’s own pages are allowed [X02]', () => {
    expect([
      isRefused('own', true, { 'sec-fetch-site': 'none' }),
      isRefused('not-foreign', true, { 'sec-fetch-site': 'none' }),
    ]).toEqual([true, false]);
    expect([
      isRefused('own', true, {}),
      isRefused('own', true, basic),
      isRefused('own', true, bearer),
      isRefused('own', false, {}),
      isRefused('not-foreign', true, {}),
    ]).toEqual([true, true, false, false, false]);
    const allowed: Record<string, string>[] = [{ origin: own }, { 'sec-fetch-site': 'same-origin' }];
    for (const from of allowed) expect(isRefused('own', true, from)).toBe(false);
  });

  test('a page whose browser or proxy suppresses referrers is the site’s own by Sec-Fetch-Site, despite `Origin: null` [X02]', () => {
    const form = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' };
    for (const rule of ['own', 'not-foreign'] as const) {
      expect(isRefused(rule, true, { ...form, 'sec-fetch-site': 'same-origin' })).toBe(false);
      for (const site of ['same-site', 'cross-site', 'none'])
        expect(isRefused(rule, true, { ...form, 'sec-fetch-site': site })).toBe(true);
    }
    expect(isRefused('own', true, { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(true);
  });
});
