import { describe, expect, test } from 'vitest';
import { loginPath, safeNext } from './safe-next';

describe('the page a visitor returns to after signing in [D1, G1]', () => {
  test.each(['/ar/course/x?lesson=1#t', '/en/profile/payments', '/'])('%s is accepted [D1]', (path) =>
    expect(safeNext(path)).toBe(path),
  );

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil',
    'javascript:alert(1)',
    '',
    undefined,
    ['/a'],
    '/..//evil.example',
    '/%0d%0aSet-Cookie',
    ' /ar',
  ])('%s is refused [D1]', (path) => {
    const accepted = safeNext(path);
    if (accepted !== null) expect(new URL(accepted, 'https://here.example').host).toBe('here.example');
    if (path !== '/%0d%0aSet-Cookie') expect(accepted).toBeNull();
  });

  test('the path is percent-encoded in the sign-in URL [G1]', () =>
    expect(loginPath('/ar/course/x?a=1&b=2')).toBe('/ar/login?next=%2Far%2Fcourse%2Fx%3Fa%3D1%26b%3D2'));
});
