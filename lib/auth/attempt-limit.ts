import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { clearLimit, isLimited, returnLimit, takeLimit } from '@/lib/database/rate-limit';
import { log } from '@/lib/log';
import { addressGroup } from '@/lib/process/address-group';
import { tooMany } from '@/lib/problem';

// Hand-written: a counter that doubles the delay in one statement, through Prisma on both databases, is in no rate-limit library.

const freeAttempts = 5;
const maxDelaySeconds = 900;
const rememberedSeconds = 86_400;

/**
 * What is shown and whose it claims to be. `account` is the typed address for a password and a mailed code, whether or not it has an
 * account, so that a limit does not reveal which addresses do; the user's id for a second factor and inside a session. A grant and a passkey's signature are too
 * long to be guessed.
 */
export type Attempt = { address: string; now: Date } & (
  | { proof: 'password'; account: string; from?: KnownPlace | undefined }
  | { proof: 'second-factor' | 'one-time-code'; account: string }
  | { proof: 'grant' | 'passkey' }
);

/**
 * Where a stranger cannot type a password: a session of the account, or a browser that was signed in to it. Each has a count of its own, so
 * that wrong passwords from elsewhere never keep the owner out.
 */
export type KnownPlace = 'session' | 'known-device';

/**
 * The one way to check a proof, wherever it is asked for (X29): the attempt is counted before `check` runs, so parallel guesses count
 * too, and all places share the counters. Each kind of proof has its own: a right one does not clear the attempts of another kind. A check that
 * throws has found nothing out (the queue of hashes is full, the database is away), so its attempt is given back.
 * @param onLock called once when wrong proofs begin to delay the next
 * @returns the result of `check`; null is a wrong proof
 * @throws Problem 429
 */
export async function withAttemptLimit<Value>(attempt: Attempt, check: () => Promise<Value | null>, onLock?: () => Promise<void>): Promise<Value | null> {
  const isLastFree = await takeAttempt(attempt);
  const proven = await check().catch(async (error: unknown) => {
    await returnAttempt(attempt).catch((reason: unknown) => log.warn({ reason: String(reason) }, 'an attempt that was not checked stays counted'));
    throw error;
  });
  await (proven === null ? countFailure(attempt) : clearAttempts(attempt));
  if (proven === null && isLastFree) await onLock?.();
  return proven;
}

/** @returns whether a further attempt has to wait, for the first time */
async function takeAttempt(attempt: Attempt): Promise<boolean> {
  const { address, now } = attempt;
  if (attempt.proof === 'one-time-code') {
    await takeLimit('otp-address', address, now);
    await takeLimit('otp-wrong-account', codeBucket(attempt.account), now);
    return false;
  }
  if (await isLimited('login-address', address, now)) throw tooMany(60);
  if (!('account' in attempt)) return false;
  if (isFromStranger(attempt)) await takeLimit('password-account', accountBucket(attempt.account), now);
  try {
    return await takeDelayedAttempt(delayBucket(attempt), now);
  } catch (error) {
    if (isFromStranger(attempt)) await returnLimit('password-account', accountBucket(attempt.account));
    throw error;
  }
}

const isFromStranger = (attempt: Attempt): boolean => attempt.proof === 'password' && attempt.from === undefined;

async function returnAttempt(attempt: Attempt): Promise<void> {
  if (attempt.proof === 'one-time-code') {
    await returnLimit('otp-address', attempt.address);
    await returnLimit('otp-wrong-account', codeBucket(attempt.account));
  } else if ('account' in attempt) {
    await returnDelayedAttempt(delayBucket(attempt));
    if (isFromStranger(attempt)) await returnLimit('password-account', accountBucket(attempt.account));
  }
}

async function countFailure({ proof, address, now }: Attempt): Promise<void> {
  if (proof !== 'one-time-code') await takeLimit('login-address', address, now);
}

async function clearAttempts(attempt: Attempt): Promise<void> {
  if (!('account' in attempt)) return;
  if (attempt.proof === 'one-time-code') return clearLimit('otp-wrong-account', codeBucket(attempt.account));
  if (isFromStranger(attempt)) await returnLimit('password-account', accountBucket(attempt.account));
  await (await db()).rateLimit.deleteMany({ where: { key: delayBucket(attempt) } });
}

/** The bucket of an address for one-time codes, also of the limit on sending them. */
export const codeBucket = (email: string): string => hmacOf('otp-bucket', email);

const accountBucket = (email: string): string => hmacOf('login-bucket', email);

/** Passwords of strangers are counted by account and address: one address cannot make another wait. */
function delayBucket(attempt: Extract<Attempt, { account: string }>): string {
  const { proof, account, address } = attempt;
  const place = proof === 'password' ? (attempt.from ?? addressGroup(address)) : proof;
  return `login-account:${hmacOf('login-bucket', `${place}:${account}`)}`;
}

const freeOfDelay = (): number => Math.max(1, Math.floor(freeAttempts * config().limitScale));

/**
 * Five attempts are free, then the delay before the next doubles, 1 s to 15 min. `expiresAt` is the last attempt plus a day, so that
 * the delay goes on growing after the current one has passed.
 */
async function takeDelayedAttempt(key: string, now: Date): Promise<boolean> {
  const free = freeOfDelay();
  const expiresAt = new Date(now.getTime() + rememberedSeconds * 1000);
  const client = await db();
  const taken = await client.$queryRaw<Array<{ points: number }>>`
    INSERT INTO "RateLimit" ("key", "points", "expiresAt") VALUES (${key}, 1, ${expiresAt})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."points" + 1 ELSE 1 END,
      "expiresAt" = EXCLUDED."expiresAt"
    WHERE "RateLimit"."points" < ${free} OR "RateLimit"."expiresAt" <= ${now}
      OR EXTRACT(EPOCH FROM (EXCLUDED."expiresAt" - "RateLimit"."expiresAt")) >= LEAST(${maxDelaySeconds}, POWER(2, LEAST("RateLimit"."points" - ${free}, 12)))
    RETURNING "points"`;
  const [row] = taken;
  if (!row) throw tooMany(await secondsUntilNext(key, free, now));
  return row.points === free;
}

/** The delay that the attempt had waited for counts as waited for. */
async function returnDelayedAttempt(key: string): Promise<void> {
  const free = freeOfDelay();
  const client = await db();
  await client.$executeRaw`
    UPDATE "RateLimit" SET
      "points" = "points" - 1,
      "expiresAt" = "expiresAt" - make_interval(secs => LEAST(${maxDelaySeconds}, POWER(2, LEAST("points" - 1 - ${free}, 12))))
    WHERE "key" = ${key} AND "points" > 0`;
}

async function secondsUntilNext(key: string, free: number, now: Date): Promise<number> {
  const client = await db();
  const row = await client.rateLimit.findUnique({ where: { key }, select: { points: true, expiresAt: true } });
  if (!row?.expiresAt) return 1;
  const lastAttemptSeconds = row.expiresAt.getTime() / 1000 - rememberedSeconds;
  return Math.min(maxDelaySeconds, 2 ** Math.min(row.points - free, 12)) - (now.getTime() / 1000 - lastAttemptSeconds);
}
