import { describe, expect, test } from 'vitest';
import { checkPasswordRule } from './password-rule';

describe('the password rule [D11, V7]', () => {
  test('counts characters, not bytes [D11]', () => {
    expect(checkPasswordRule('ninechars')).toBe('password_short');
    expect(checkPasswordRule('tencharsxy')).toBeNull();
    expect(checkPasswordRule('كلمةسرطويلة')).toBeNull();
    expect(checkPasswordRule('ab🙂cd')).toBe('password_short');
    expect(checkPasswordRule(`${'a horse walks '.repeat(9)}home`)).toBe('password_long');
  });

  test('a long password of combining marks is refused without blocking the process [X46]', () => {
    const password = `b${'\u0316\u0301'.repeat(200_000)}`;
    expect(checkPasswordRule(password)).toBe('password_long');
  }, 2000);

  test.each([
    '1234567890',
    'password123',
    'P@ssw0rd2026!',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'QWERTYUIOP',
    '0987654321',
    'Mohamed12345',
  ])('refuses %s as too common [D11]', (password) => expect(checkPasswordRule(password)).toBe('password_common'));

  test.each(['river-lantern-42', 'Nile and papyrus', 'نخلة على النيل', 'grüne Wiese im Mai'])(
    'accepts %s without composition rules [D11]',
    (password) => expect(checkPasswordRule(password)).toBeNull(),
  );
});
