import { addressGroup } from '@/lib/address-group';
import { config } from '@/lib/config/config';
import { now as clockNow } from '@/lib/clock';
import { db } from './client';
import { tooMany } from '@/lib/problem';

/** points per seconds; security.md names them. Credential limits are in the database, so they hold across processes. */
export const limits = {
  'login-address': { points: 300, seconds: 600 },
  'otp-wrong-account': { points: 10, seconds: 86_400 },
  'otp-send-account': { points: 3, seconds: 900 },
  'otp-address': { points: 100, seconds: 3600 },
  'signup-address': { points: 100, seconds: 3600 },
  'guest-address': { points: 200, seconds: 600 },
  'contact-address': { points: 50, seconds: 600 },
  'checkout-user': { points: 10, seconds: 3600 },
  'refresh-session': { points: 30, seconds: 60 },
  'get-video-user': { points: 60, seconds: 600 },
  'export-user': { points: 10, seconds: 3600 },
} as const;

export type LimitName = keyof typeof limits;

/** Limits by address count whole households, whoever asks: a caller passes the address as it is. */
const rowKey = (name: LimitName, key: string): string => `${name}:${name.endsWith('-address') ? addressGroup(key) : key}`;

interface Row { points: number; expires_in: number }

/**
 * Counts one use of `name` by `key` (an address, a user, an account) in a fixed window, atomically.
 * @throws Problem 429 with `Retry-After` beyond the limit × LIMIT_SCALE.
 */
export async function takeLimit(name: LimitName, key: string, now: Date = clockNow()): Promise<void> {
  const { points, seconds } = limits[name];
  const used = await count(rowKey(name, key), seconds, now);
  if (used.points > Math.max(1, Math.floor(points * config().limitScale))) throw tooMany(used.expires_in);
}

/** Whether `key` has used up `name`, without counting. */
export async function isLimited(name: LimitName, key: string, now: Date = clockNow()): Promise<boolean> {
  const client = await db();
  const row = await client.rateLimit.findUnique({ where: { key: rowKey(name, key) }, select: { points: true, expiresAt: true } });
  const live = row?.expiresAt && row.expiresAt > now;
  return Boolean(live && row.points >= Math.max(1, Math.floor(limits[name].points * config().limitScale)));
}

async function count(key: string, seconds: number, now: Date): Promise<Row> {
  const client = await db();
  const until = new Date(now.getTime() + seconds * 1000);
  const rows = await client.$queryRaw<Array<{ points: number; expiresAt: Date }>>`
    INSERT INTO "RateLimit" ("key", "points", "expiresAt") VALUES (${key}, 1, ${until})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."points" + 1 ELSE 1 END,
      "expiresAt" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."expiresAt" ELSE EXCLUDED."expiresAt" END
    RETURNING "points", "expiresAt"`;
  const row = rows[0]!;
  return { points: row.points, expires_in: (row.expiresAt.getTime() - now.getTime()) / 1000 };
}

export async function clearLimit(name: LimitName, key: string): Promise<void> {
  await (await db()).rateLimit.deleteMany({ where: { key: rowKey(name, key) } });
}
