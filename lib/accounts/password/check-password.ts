import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { type KnownPlace, withAttemptLimit } from '@/lib/accounts/attempt-limit';
import { checkSecondFactor } from '@/lib/accounts/second-factor';
import { deviceTokenOf } from '@/lib/accounts/sessions/cookies';
import { config } from '@/lib/config/config';
import { safeEqual } from '@/lib/config/secrets';
import { readSiteConfig } from '@/lib/content/read';
import { db } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { Problem, unavailable } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { isDisguisedWord, normalisePassword } from './password-rule';

export interface PasswordAttempt {
  email: string;
  password: string;
  totp?: string | undefined;
  ip: string;
  userAgent?: string;
  deviceToken?: string | undefined;
  now: Date;
}
export interface AuthenticatedUser {
  userId: string;
  totpAt: Date | null;
  passwordHash: string;
}

/** Shares its limits with every other password sign-in (compare Moodle CVE-2022-30600). @throws Problem 429, 503 */
export async function checkPassword({
  email,
  password,
  totp,
  ip,
  userAgent = '',
  deviceToken,
  now,
}: PasswordAttempt): Promise<Result<AuthenticatedUser, 'wrong-credentials' | 'totp-required'>> {
  const from = await findKnownPlace(email, deviceToken);
  const user = await withAttemptLimit({ credential: 'password', account: email, from, ip, now }, () =>
    findByPassword(email, password),
  );
  if (!user) return fail('wrong-credentials');
  const { id: userId, passwordHash } = user;
  if (user.totpConfirmedAt === null) return ok({ userId, passwordHash, totpAt: null });
  if (!totp || !(await checkSecondFactor({ userId, typed: totp, device: { userAgent, ip }, now })))
    return fail('totp-required');
  return ok({ userId, passwordHash, totpAt: now });
}

async function findKnownPlace(email: string, deviceToken: string | undefined): Promise<KnownPlace | undefined> {
  if (!deviceToken) return undefined;
  const client = await db();
  const user = await client.user.findUnique({ where: { email }, select: { id: true } });
  return user && safeEqual(deviceToken, deviceTokenOf(user.id)) ? 'known-device' : undefined;
}

async function findByPassword(
  email: string,
  password: string,
): Promise<{ id: string; passwordHash: string; totpConfirmedAt: Date | null } | null> {
  const client = await db();
  const user = await client.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, totpConfirmedAt: true },
  });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (!right || !user?.passwordHash) return null;
  return { id: user.id, passwordHash: user.passwordHash, totpConfirmedAt: user.totpConfirmedAt };
}

/** OWASP's Argon2id parameters: 19 MiB, two passes; about 10 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const queue = pLimit(4);
const maxQueued = 120;

/** Answers 503 beyond the queue, so that a burst of sign-ins does not exhaust memory or starve other requests (R26). */
async function runQueued<Value>(work: () => Promise<Value>): Promise<Value> {
  if (queue.pendingCount >= maxQueued) throw unavailable('busy', 2);
  return queue(work);
}

export const hashPassword = (password: string): Promise<string> =>
  runQueued(() => hash(normalisePassword(password), cost));

let dummyHash: Promise<string> | undefined;

/** Verifies a dummy hash if none is stored, so that the duration does not reveal whether an account exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', cost);
  const compared = stored ?? (await dummyHash);
  const right = await runQueued(() => verify(compared, normalisePassword(password)));
  return right && stored !== null;
}

/** Not part of password-rule.ts, because only the server knows the site's name (D11). @throws Problem 422 */
export async function assertNotSiteName(password: string, lang: Language): Promise<void> {
  const site = await readSiteConfig();
  const names = [config().siteProject, site?.productName, ...Object.values(site?.productNames ?? {})].filter(
    (name) => name !== undefined,
  );
  if (!isDisguisedWord(password, new Set(names.map((name) => name.normalize('NFKC').toLowerCase())))) return;
  throw new Problem(422, 'invalid', { errors: { sub: [(await loadTranslator(lang))('validation.password_common')] } });
}
