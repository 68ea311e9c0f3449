import { expect, test } from 'vitest';
import { loginPath } from './login-path';

test.each([
  ['/ar/course/x?a=1&b=2', '/ar/login?next=%2Far%2Fcourse%2Fx%3Fa%3D1%26b%3D2'], ['/de/profile/payments', '/ar/login?next=%2Fde%2Fprofile%2Fpayments'], ['/en/administrators', '/ar/login?next=%2Fen%2Fadministrators'],
  ['/en/admin', '/en/login?next=%2Fen%2Fadmin'], ['/de/admin?x=1', '/de/login?next=%2Fde%2Fadmin%3Fx%3D1'], ['/fr/admin/orders', '/ar/login?next=%2Ffr%2Fadmin%2Forders'],
])('G1 N6 whoever wants %s signs in at %s', (wanted, page) => expect(loginPath(wanted)).toBe(page));
