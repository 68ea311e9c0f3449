import { describe, expect, test } from 'vitest';
import { passwordFault } from './password-rule';

describe('D11 V7 the rule for passwords', () => {
  test('D11 counts characters, not bytes', () => {
    expect(passwordFault('ninechars')).toBe('password_short');
    expect(passwordFault('tencharsxy')).toBeNull();
    expect(passwordFault('كلمةسرطويلة')).toBeNull();
    expect(passwordFault('ab🙂cd')).toBe('password_short');
    expect(passwordFault(`${'a horse walks '.repeat(9)}home`)).toBe('password_long');
  });

  test.each(['1234567890', 'password123', 'P@ssw0rd2026!', 'aaaaaaaaaaaa', 'abcabcabcabc', 'QWERTYUIOP', '0987654321', 'Mohamed12345'])(
    'D11 refuses %s, which everybody tries',
    (password) => expect(passwordFault(password)).toBe('password_common'),
  );

  test.each(['river-lantern-42', 'Nile and papyrus', 'نخلة على النيل', 'grüne Wiese im Mai'])('D11 takes %s without rules of composition', (password) =>
    expect(passwordFault(password)).toBeNull(),
  );
});
