import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAccount, createGuest } from '@/lib/accounts/create-account';
import { signUpSchema } from '@/lib/accounts/schema';
import { startSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { resetConfig } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { checkPassword } from './check-password';

const start = new Date('2026-11-21T10:00:00Z');
const form = signUpSchema.parse({
  name: 'منى علي',
  email: 'Mona@Midan.example',
  phone: '٠١٠٠١٢٣٤٥٦٧',
  sub: 'river-lantern-42',
});
const signUp = (guestId: string | null = null) =>
  createAccount({ form, lang: 'ar', guestId, ip: '10.0.0.1', now: start });
const tryAt = (seconds: number, password: string, email = 'mona@midan.example', ip = '10.0.0.2') =>
  checkPassword({ email, password, ip, now: addSeconds(start, seconds) });

beforeEach(() => resetDatabase());
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

describe('signing up [D2]', () => {
  test('stores the address in lower case, the phone in 0–9 and the password as Argon2id [D2, V1]', async () => {
    await signUp();
    const user = await (
      await db()
    ).user.findFirstOrThrow({
      select: { email: true, phone: true, name: true, passwordHash: true, emailConfirmedAt: true, role: true },
    });
    expect(user).toMatchObject({
      email: 'mona@midan.example',
      phone: '01001234567',
      name: 'منى علي',
      emailConfirmedAt: null,
      role: 'learner',
    });
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('only one of several simultaneous sign-ups gets an address [D2]', async () => {
    const results = await Promise.all([signUp(), signUp(), signUp()]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.find((result) => !result.ok)).toEqual({ ok: false, code: 'email-taken' });
    expect(await (await db()).outbox.count()).toBe(1);
  });

  test('a guest who signs up keeps their identity and loses their sessions [D7]', async () => {
    const guest = await createGuest('ar', '10.0.0.1', start);
    await startSession(guest, { userAgent: 'test', ip: '10.0.0.1' }, start);
    expect(await signUp(guest.userId)).toEqual({ ok: true, value: { userId: guest.userId } });
    expect(await (await db()).user.findUnique({ where: { id: guest.userId }, select: { role: true } })).toEqual({
      role: 'learner',
    });
    expect(await (await db()).session.count({ where: { revokedAt: null } })).toBe(0);
  });
});

describe('signing in [D1]', () => {
  beforeEach(() => signUp());

  test('accepts the right password, and answers the same for a wrong one and an unknown address [D1]', async () => {
    expect((await tryAt(0, 'river-lantern-42')).ok).toBe(true);
    expect(await tryAt(0, 'wrong')).toEqual(await tryAt(0, 'river-lantern-42', 'nobody@midan.example'));
  });

  test('after five free attempts the wait doubles, for the right password too [D1]', async () => {
    for (let n = 0; n < 5; n += 1) await tryAt(0, 'wrong');
    await expect(tryAt(0, 'river-lantern-42')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await tryAt(1, 'wrong')).ok).toBe(false);
    await expect(tryAt(2, 'wrong')).rejects.toMatchObject({ status: 429 });
    expect((await tryAt(3, 'wrong')).ok).toBe(false);
    await expect(tryAt(6, 'wrong')).rejects.toMatchObject({ status: 429 });
    expect((await tryAt(7, 'river-lantern-42')).ok).toBe(true);
    expect((await tryAt(7, 'wrong')).ok).toBe(false);
  });

  test('the wait never exceeds 15 minutes [D1]', async () => {
    let time = 0;
    for (let n = 0; n < 22; n += 1) await tryAt((time += 900), 'wrong');
    await expect(tryAt(time + 899, 'river-lantern-42')).rejects.toMatchObject({ status: 429 });
    expect((await tryAt(time + 900, 'river-lantern-42')).ok).toBe(true);
  });

  test('parallel guesses are counted before any is checked [D1]', async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 30 }, () => tryAt(0, 'wrong')));
    expect(guesses.filter((guess) => guess.status === 'fulfilled')).toHaveLength(5);
  });

  test('an IP address that fails on many accounts is blocked; other IP addresses are not [D1]', async () => {
    vi.stubEnv('LIMIT_SCALE', '0.1');
    resetConfig();
    for (let n = 0; n < 30; n += 1) await tryAt(0, 'wrong', `p${n}@midan.example`, '10.9.9.9');
    await expect(tryAt(0, 'x', 'other@midan.example', '10.9.9.9')).rejects.toMatchObject({ status: 429 });
    expect((await tryAt(0, 'river-lantern-42', undefined, '10.9.9.8')).ok).toBe(true);
  });
});
