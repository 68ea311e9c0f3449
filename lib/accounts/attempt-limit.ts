import { config } from '@/lib/config/config';
import { hmacOf } from '@/lib/config/secrets';
import { db } from '@/lib/database/client';
import { clearLimit, consumeLimit, isLimited, restoreLimit } from '@/lib/database/rate-limit';
import { log } from '@/lib/log';
import { tooMany } from '@/lib/problem';
import { addressGroup } from '@/lib/process/address-group';
import { countRefusal } from '@/lib/process/recorded-metrics';

// Hand-written, because no rate-limit library can double a delay in one SQL statement through Prisma.

/** Name in `/metrics` of the growing delay after wrong passwords and second factors. */
export const attemptDelay = 'login-account';

const freeAttempts = 5;
const maxDelaySeconds = 900;
const rememberedSeconds = 86_400;

/**
 * `account` is the typed address, registered or not, so that a limit does not reveal which addresses exist. For second
 * factors and inside a session, `account` is the user's id. Grants and passkeys need none: they are too long to guess.
 */
export type Attempt = { ip: string; now: Date } & (
  | { credential: 'password'; account: string; from?: KnownPlace | undefined }
  | { credential: 'second-factor' | 'one-time-code'; account: string }
  | { credential: 'grant' | 'passkey' }
);

/** Attempts from here are counted separately and not by IP address, so that strangers cannot lock the owner out. */
export type KnownPlace = 'session' | 'known-device';

/**
 * Counts the attempt before `check` runs, so that parallel guesses count too (X29). Undoes the count if `check` throws.
 * @param onLock called once, when failures start to delay the next attempt
 * @returns null for a wrong credential. @throws Problem 429
 */
export async function withAttemptLimit<Value>(
  attempt: Attempt,
  check: () => Promise<Value | null>,
  onLock?: () => Promise<void>,
): Promise<Value | null> {
  const isLastFree = await takeAttempt(attempt);
  const proven = await check().catch(async (error: unknown) => {
    await undoAttempt(attempt).catch((reason: unknown) =>
      log.warn({ reason: String(reason) }, 'An attempt could not be checked; it still counts towards the limit'),
    );
    throw error;
  });
  await (proven === null ? countFailure(attempt) : clearAttempts(attempt));
  if (proven === null && isLastFree) await onLock?.();
  return proven;
}

async function takeAttempt(attempt: Attempt): Promise<boolean> {
  const { ip, now } = attempt;
  if (attempt.credential === 'one-time-code') {
    await consumeLimit('otp-address', ip, now);
    await consumeLimit('otp-wrong-account', codeBucket(attempt.account), now);
    return false;
  }
  if (!isFromKnownPlace(attempt) && (await isLimited('login-address', ip, now))) throw tooMany(60);
  if (!('account' in attempt)) return false;
  if (isFromStranger(attempt)) await consumeLimit('password-account', accountBucket(attempt.account), now);
  try {
    return await takeDelayedAttempt(delayBucket(attempt), now);
  } catch (error) {
    if (isFromStranger(attempt)) await restoreLimit('password-account', accountBucket(attempt.account));
    throw error;
  }
}

const isFromStranger = (attempt: Attempt): boolean => attempt.credential === 'password' && attempt.from === undefined;

const isFromKnownPlace = (attempt: Attempt): boolean => attempt.credential === 'password' && attempt.from !== undefined;

async function undoAttempt(attempt: Attempt): Promise<void> {
  if (attempt.credential === 'one-time-code') {
    await restoreLimit('otp-address', attempt.ip);
    await restoreLimit('otp-wrong-account', codeBucket(attempt.account));
  } else if ('account' in attempt) {
    await undoDelayedAttempt(delayBucket(attempt));
    if (isFromStranger(attempt)) await restoreLimit('password-account', accountBucket(attempt.account));
  }
}

async function countFailure({ credential, ip, now }: Attempt): Promise<void> {
  if (credential !== 'one-time-code') await consumeLimit('login-address', ip, now);
}

async function clearAttempts(attempt: Attempt): Promise<void> {
  if (!('account' in attempt)) return;
  if (attempt.credential === 'one-time-code') return clearLimit('otp-wrong-account', codeBucket(attempt.account));
  if (isFromStranger(attempt)) await restoreLimit('password-account', accountBucket(attempt.account));
  await (await db()).rateLimit.deleteMany({ where: { key: delayBucket(attempt) } });
}

export const codeBucket = (email: string): string => hmacOf('otp-bucket', email);

const accountBucket = (email: string): string => hmacOf('login-bucket', email);

/** Counts passwords from unknown browsers per account and network, so that a stranger cannot delay other networks. */
function delayBucket(attempt: Extract<Attempt, { account: string }>): string {
  const { credential, account, ip } = attempt;
  const place = credential === 'password' ? (attempt.from ?? addressGroup(ip)) : credential;
  return `${attemptDelay}:${hmacOf('login-bucket', `${place}:${account}`)}`;
}

const freeOfDelay = (): number => Math.max(1, Math.floor(freeAttempts * config().limitScale));

/** Remembers attempts for a day, so that another failure doubles the delay even if the last delay has passed. */
async function takeDelayedAttempt(key: string, now: Date): Promise<boolean> {
  const free = freeOfDelay();
  const expiresAt = new Date(now.getTime() + rememberedSeconds * 1000);
  const client = await db();
  const counted = await client.$queryRaw<Array<{ points: number }>>`
    INSERT INTO "RateLimit" ("key", "points", "expiresAt") VALUES (${key}, 1, ${expiresAt})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."points" + 1 ELSE 1 END,
      "expiresAt" = EXCLUDED."expiresAt"
    WHERE "RateLimit"."points" < ${free} OR "RateLimit"."expiresAt" <= ${now}
      OR EXTRACT(EPOCH FROM (EXCLUDED."expiresAt" - "RateLimit"."expiresAt")) >= LEAST(${maxDelaySeconds}, POWER(2, LEAST("RateLimit"."points" - ${free}, 12)))
    RETURNING "points"`;
  const [row] = counted;
  if (!row) {
    countRefusal(attemptDelay);
    throw tooMany(await readSecondsUntilNext(key, free, now));
  }
  return row.points === free;
}

async function undoDelayedAttempt(key: string): Promise<void> {
  const free = freeOfDelay();
  const client = await db();
  await client.$executeRaw`
    UPDATE "RateLimit" SET
      "points" = "points" - 1,
      "expiresAt" = "expiresAt" - make_interval(secs => LEAST(${maxDelaySeconds}, POWER(2, LEAST("points" - 1 - ${free}, 12))))
    WHERE "key" = ${key} AND "points" > 0`;
}

async function readSecondsUntilNext(key: string, free: number, now: Date): Promise<number> {
  const client = await db();
  const row = await client.rateLimit.findUnique({ where: { key }, select: { points: true, expiresAt: true } });
  if (!row?.expiresAt) return 1;
  const lastAttemptSeconds = row.expiresAt.getTime() / 1000 - rememberedSeconds;
  return Math.min(maxDelaySeconds, 2 ** Math.min(row.points - free, 12)) - (now.getTime() / 1000 - lastAttemptSeconds);
}
