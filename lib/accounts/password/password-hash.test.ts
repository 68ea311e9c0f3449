import { describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './check-password';

describe('password hashes [D11]', () => {
  test('a hash is Argon2id and salted; an account without a password matches nothing [D11]', async () => {
    const [one, other] = await Promise.all([hashPassword('river-lantern-42'), hashPassword('river-lantern-42')]);
    expect(one).toMatch(/^\$argon2id\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword(one, 'river-lantern-42')).toBe(true);
    expect(await verifyPassword(one, 'river-lantern-43')).toBe(false);
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  });

  test('a burst of sign-ins is limited: some get 503, the others are served [D11]', async () => {
    const hash = await hashPassword('river-lantern-42');
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => verifyPassword(hash, 'river-lantern-42')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(
      refused.every((result) => result.status === 'rejected' && (result.reason as { status: number }).status === 503),
    ).toBe(true);
    expect(results.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(
      200 - refused.length,
    );
  });
});
