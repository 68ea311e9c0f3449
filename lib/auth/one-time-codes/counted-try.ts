import 'server-only';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { tooMany } from '@/lib/problem';
import { clearLimit, isLimited, takeLimit } from '@/lib/database/rate-limit';
import { hmacOf } from '@/lib/config/secrets';

const freeTries = 5;
const longestWaitSeconds = 900;
const rememberedSeconds = 86_400;

/**
 * What is shown and whose it claims to be. `account` is the typed address for a password and a mailed code, account or not, so that a
 * limit does not say which addresses have one; the user's id for a second factor. A grant is too long to be guessed at an account.
 */
export type Try = { address: string; now: Date } & ({ proof: 'password' | 'second-factor' | 'one-time-code'; account: string } | { proof: 'grant' });

/**
 * The one way to look at a proof, wherever it is asked for (security.md X29): the try is counted before `check` looks, so parallel
 * guesses count as well, and places share their counters. Each kind of proof has its own: showing one right does not forget tries at another.
 * @returns what `check` gave; null is a wrong proof
 * @throws Problem 429
 */
export async function countedTry<Value>(given: Try, check: () => Promise<Value | null>): Promise<Value | null> {
  await takeTry(given);
  const proven = await check();
  await (proven === null ? countFailure(given) : forgetTries(given));
  return proven;
}

async function takeTry(given: Try): Promise<void> {
  if (given.proof === 'one-time-code') {
    await takeLimit('otp-address', given.address, given.now);
    return takeLimit('otp-wrong-account', codeBucket(given.account), given.now);
  }
  if (await isLimited('login-address', given.address, given.now)) throw tooMany(60);
  if (given.proof !== 'grant') await takeWaitingTry(waitingBucket(given), given.now);
}

async function countFailure({ proof, address, now }: Try): Promise<void> {
  if (proof !== 'one-time-code') await takeLimit('login-address', address, now);
}

async function forgetTries(given: Try): Promise<void> {
  if (given.proof === 'grant') return;
  if (given.proof === 'one-time-code') return clearLimit('otp-wrong-account', codeBucket(given.account));
  await (await db()).rateLimit.deleteMany({ where: { key: waitingBucket(given) } });
}

/** Also of the limit on sending codes. */
export const codeBucket = (email: string): string => hmacOf('otp-bucket', email);

function waitingBucket({ proof, account }: { proof: string; account: string }): string {
  return `login-account:${hmacOf('login-bucket', proof === 'password' ? account : `${proof}:${account}`)}`;
}

const freeNow = (): number => Math.max(1, Math.floor(freeTries * config().limitScale));

/**
 * Five are free, then each further one waits twice as long, 1 s to 15 min (security.md). A row's `expiresAt` is the
 * last try plus a day, which leaves the growth in place while the wait itself has passed.
 */
async function takeWaitingTry(key: string, now: Date): Promise<void> {
  const free = freeNow();
  const forgetAt = new Date(now.getTime() + rememberedSeconds * 1000);
  const client = await db();
  const taken = await client.$queryRaw<Array<{ points: number }>>`
    INSERT INTO "RateLimit" ("key", "points", "expiresAt") VALUES (${key}, 1, ${forgetAt})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."points" + 1 ELSE 1 END,
      "expiresAt" = EXCLUDED."expiresAt"
    WHERE "RateLimit"."points" < ${free} OR "RateLimit"."expiresAt" <= ${now}
      OR EXTRACT(EPOCH FROM (EXCLUDED."expiresAt" - "RateLimit"."expiresAt")) >= LEAST(${longestWaitSeconds}, POWER(2, LEAST("RateLimit"."points" - ${free}, 12)))
    RETURNING "points"`;
  if (taken.length === 0) throw tooMany(await waitOf(key, free, now));
}

async function waitOf(key: string, free: number, now: Date): Promise<number> {
  const client = await db();
  const row = await client.rateLimit.findUnique({ where: { key }, select: { points: true, expiresAt: true } });
  if (!row?.expiresAt) return 1;
  const lastTry = row.expiresAt.getTime() / 1000 - rememberedSeconds;
  return Math.min(longestWaitSeconds, 2 ** Math.min(row.points - free, 12)) - (now.getTime() / 1000 - lastTry);
}
