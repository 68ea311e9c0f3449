import 'server-only';
import { config } from '@/lib/config';
import { db } from '@/lib/db';
import { tooMany } from '@/lib/problem';
import { isLimited, takeLimit } from '@/lib/rate-limit';
import { hmacOf } from '@/lib/secrets';

const freeTries = 5;
const longestWaitSeconds = 900;
const rememberedSeconds = 86_400;

const freeNow = (): number => Math.max(1, Math.floor(freeTries * config().limitScale));
/** The bucket belongs to the typed address, account or not, so that a limit tells nothing either. */
const bucket = (email: string): string => `login-account:${hmacOf('login-bucket', email)}`;

/**
 * Takes one try at an account's password before the password is looked at, so that parallel guesses are counted too:
 * five are free, then each further one waits twice as long, 1 s to 15 min (security.md). A row's `expiresAt` is the
 * last try plus a day, which leaves the growth in place while the wait itself has passed.
 * @throws Problem 429
 */
export async function takeLoginTry(email: string, now: Date): Promise<void> {
  const key = bucket(email);
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

export async function forgetLoginTries(email: string): Promise<void> {
  await (await db()).rateLimit.deleteMany({ where: { key: bucket(email) } });
}

/** @throws Problem 429 when this address has failed too often, at whichever accounts. */
export async function assertAddressMayTry(address: string, now: Date): Promise<void> {
  if (await isLimited('login-address', address, now)) throw tooMany(60);
}

export const countFailedAddress = (address: string, now: Date): Promise<void> => takeLimit('login-address', address, now);
