import { config } from '@/lib/config/config';
import { Problem, tooMany } from '@/lib/problem';
import { addressGroup } from '@/lib/process/address-group';
import { countRefusal } from '@/lib/process/recorded-metrics';
import { db, type Tx } from './client';

// Hand-written, because rate-limiter-flexible needs its own table and clock for what takes one statement here.

interface RateLimitRule {
  /** Uses per `seconds`, scaled by LIMIT_SCALE. */
  points: number;
  seconds: number;
  total?: number;
}

/** Every action by which users could create any number of rows needs a limit here. */
export const limits = {
  'login-address': { points: 300, seconds: 600 },
  /** Wrong passwords from browsers that never signed in to the account. */
  'password-account': { points: 60, seconds: 3600 },
  'otp-wrong-account': { points: 10, seconds: 86_400 },
  'otp-send-account': { points: 3, seconds: 900 },
  'confirm-mail-user': { points: 10, seconds: 86_400 },
  'otp-address': { points: 100, seconds: 3600 },
  'signup-address': { points: 100, seconds: 3600 },
  'guest-address': { points: 200, seconds: 600 },
  'details-user': { points: 30, seconds: 3600 },
  'security-mail-user': { points: 20, seconds: 86_400 },
  'security-mail-unconfirmed': { points: 2, seconds: 86_400 },
  'passkey-user': { points: 30, seconds: 86_400, total: 20 },
  'contact-address': { points: 50, seconds: 600 },
  'contact-mailbox': { points: 20, seconds: 86_400, total: 200 },
  /** For all senders together: more than one address may send alone, so that one cannot silence the others. */
  'contact-total': { points: 10_000, seconds: 86_400 },
  'newsletter-address': { points: 50, seconds: 600 },
  'newsletter-mailbox': { points: 3, seconds: 3600, total: 20 },
  'checkout-user': { points: 10, seconds: 3600, total: 500 },
  'gift-user': { points: 10, seconds: 86_400 },
  'coupon-user': { points: 30, seconds: 3600 },
  'coupon-address': { points: 100, seconds: 3600 },
  'foreign-mailbox': { points: 1, seconds: 30 * 86_400 },
  'seat-mail-user': { points: 200, seconds: 3600 },
  'seat-mail-seat': { points: 5, seconds: 86_400 },
  'coupon-hold-address': { points: 30, seconds: 86_400 },
  /** Beyond this limit, returning from the payment page no longer queries the payment provider. */
  'return-order': { points: 5, seconds: 600 },
  'refresh-session': { points: 30, seconds: 60, total: 1000 },
  'get-video-user': { points: 60, seconds: 600 },
  'export-user': { points: 10, seconds: 3600 },
  'receipt-user': { points: 60, seconds: 600 },
  'note-user': { points: 300, seconds: 3600, total: 5000 },
  'question-user': { points: 10, seconds: 3600, total: 1000 },
  'answer-user': { points: 30, seconds: 3600, total: 3000 },
  'attempt-user': { points: 60, seconds: 3600, total: 2000 },
  'feedback-user': { points: 20, seconds: 3600, total: 200 },
  'rating-user': { points: 30, seconds: 3600 },
  'certificate-user': { points: 5, seconds: 86_400 },
} as const satisfies Record<string, RateLimitRule>;

export type LimitName = keyof typeof limits;

const pointsOf = (name: LimitName): number => Math.max(1, Math.floor(limits[name].points * config().limitScale));

/** Groups IPv6 addresses by network, so that callers pass addresses unchanged. */
const rowKey = (name: LimitName, key: string): string =>
  `${name}:${name.endsWith('-address') ? addressGroup(key) : key}`;

/** @throws Problem 429 with `Retry-After` beyond the limit */
export async function consumeLimit(name: LimitName, key: string, now: Date): Promise<void> {
  const { points, expiresAt } = await countUse(rowKey(name, key), limits[name].seconds, now);
  if (points <= pointsOf(name)) return;
  countRefusal(name);
  throw tooMany((expiresAt.getTime() - now.getTime()) / 1000);
}

/** Counts in the caller's transaction. @returns false beyond the limit */
export async function tryConsumeLimit(tx: Tx, name: LimitName, key: string, now: Date): Promise<boolean> {
  const { points } = await countUse(rowKey(name, key), limits[name].seconds, now, tx);
  const isAllowed = points <= pointsOf(name);
  if (!isAllowed) countRefusal(name);
  return isAllowed;
}

type StorageLimitName = {
  [Name in LimitName]: (typeof limits)[Name] extends { total: number } ? Name : never;
}[LimitName];

export const storageLimitOf = (name: StorageLimitName): number => limits[name].total;

/** @throws Problem 409 `too-many-stored` */
export function assertBelowStorageLimit(name: StorageLimitName, stored: number): void {
  if (stored < storageLimitOf(name)) return;
  countRefusal(name);
  throw new Problem(409, 'too-many-stored');
}

export async function isLimited(name: LimitName, key: string, now: Date): Promise<boolean> {
  const client = await db();
  const row = await client.rateLimit.findUnique({
    where: { key: rowKey(name, key) },
    select: { points: true, expiresAt: true },
  });
  const isReached = Boolean(row?.expiresAt && row.expiresAt > now && row.points >= pointsOf(name));
  if (isReached) countRefusal(name);
  return isReached;
}

async function countUse(
  key: string,
  seconds: number,
  now: Date,
  tx?: Tx,
): Promise<{ points: number; expiresAt: Date }> {
  const client = tx ?? (await db());
  const windowEnd = new Date(now.getTime() + seconds * 1000);
  const rows = await client.$queryRaw<Array<{ points: number; expiresAt: Date }>>`
    INSERT INTO "RateLimit" ("key", "points", "expiresAt") VALUES (${key}, 1, ${windowEnd})
    ON CONFLICT ("key") DO UPDATE SET
      "points" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."points" + 1 ELSE 1 END,
      "expiresAt" = CASE WHEN "RateLimit"."expiresAt" > ${now} THEN "RateLimit"."expiresAt" ELSE EXCLUDED."expiresAt" END
    RETURNING "points", "expiresAt"`;
  return rows[0]!;
}

export async function restoreLimit(name: LimitName, key: string): Promise<void> {
  await (
    await db()
  ).rateLimit.updateMany({ where: { key: rowKey(name, key), points: { gt: 0 } }, data: { points: { decrement: 1 } } });
}

export async function clearLimit(name: LimitName, key: string): Promise<void> {
  await (await db()).rateLimit.deleteMany({ where: { key: rowKey(name, key) } });
}
