import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cookieNames, setCookieHeader } from '@/lib/accounts/sessions/cookies';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken, safeEqual } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { fail, ok, type Result } from '@/lib/result';
import { codeBucket, withAttemptLimit } from './attempt-limit';
import { confirmEmail } from './confirm-email';
import { lockUser } from './lock-user';

const grantSeconds = 600;
const minDurationMs = 150;

/** Hides whether an account exists by taking `minDurationMs`, which is longer than either path needs. */
export async function runInConstantTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const [result] = await Promise.allSettled([work(), sleep(minDurationMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

type CodePurpose = 'otp' | 'login';
const mailOf: Record<CodePurpose, string> = { otp: 'one-time-code', login: 'login-code' };

/** Includes the email, so that changing it invalidates the code. */
const codeHash = (purpose: CodePurpose, userId: string, email: string, code: string): string =>
  hmacOf(purpose, `${userId}:${email}:${code}`);
export const grantHash = (token: string): string => hmacOf('reset-grant', token);

interface CodeRequest {
  email: string;
  ip: string;
  now: Date;
}

/** Takes just as long for an unknown address, but sends nothing (N21). @throws Problem 429 */
export const sendCode = (purpose: CodePurpose, { email, ip, now }: CodeRequest): Promise<void> =>
  runInConstantTime(async () => {
    await consumeLimit('otp-address', ip, now);
    await consumeLimit('otp-send-account', codeBucket(email), now);
    await transaction((tx) => writeCode(tx, purpose, email, now));
  });

async function writeCode(tx: Tx, purpose: CodePurpose, email: string, now: Date): Promise<void> {
  const user = await tx.user.findUnique({ where: { email }, select: { id: true, name: true, lang: true } });
  if (!user) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = addSeconds(now, config().otpTtlSeconds);
  await tx.code.updateMany({ where: { userId: user.id, purpose, usedAt: null }, data: { usedAt: now } });
  const { id } = await tx.code.create({
    data: { userId: user.id, purpose, hash: codeHash(purpose, user.id, email, code), createdAt: now, expiresAt },
    select: { id: true },
  });
  const lang = isLanguage(user.lang) ? user.lang : defaultLanguage;
  const minutes = String(Math.max(1, Math.round(config().otpTtlSeconds / 60)));
  await enqueueMail(tx, {
    key: `${purpose}:${id}`,
    to: email,
    lang,
    template: mailOf[purpose],
    data: { name: user.name, code, minutes },
    expiresAt,
  });
}

export interface ResetGrant {
  userId: string;
  resetToken: string;
}

/** Counts the attempt before comparing the digits, so that parallel guesses count too. @throws Problem 429 */
export const verifyOneTimeCode = ({
  email,
  ip,
  otp,
  now,
}: CodeRequest & { otp: string }): Promise<Result<ResetGrant, 'otp-wrong'>> =>
  runInConstantTime(async () => {
    const granted = await withAttemptLimit({ credential: 'one-time-code', account: email, ip, now }, () =>
      createGrantForCode(email, otp, now),
    );
    return granted ? ok(granted) : fail('otp-wrong');
  });

async function createGrantForCode(email: string, otp: string, now: Date): Promise<ResetGrant | null> {
  const code = await findByCode('otp', email, otp, now);
  if (!code) return null;
  const resetToken = await transaction((tx) => exchangeForGrant(tx, code, now));
  return resetToken === null ? null : { userId: code.userId, resetToken };
}

interface OpenCode {
  id: string;
  userId: string;
  hash: string;
}

export async function findByCode(
  purpose: CodePurpose,
  email: string,
  otp: string,
  now: Date,
): Promise<OpenCode | null> {
  const code = await takeCodeAttempt(purpose, email, now);
  return code && safeEqual(code.hash, codeHash(purpose, code.userId, email, otp)) ? code : null;
}

/** Counts in one statement, so that even parallel attempts cannot try a code more than five times. */
async function takeCodeAttempt(purpose: CodePurpose, email: string, now: Date): Promise<OpenCode | null> {
  const client = await db();
  const rows = await client.$queryRaw<OpenCode[]>`
    UPDATE "Code" SET "triesLeft" = "triesLeft" - 1
    WHERE "id" = (
      SELECT c."id" FROM "Code" c JOIN "User" u ON u."id" = c."userId"
      WHERE u."email" = ${email} AND c."purpose" = ${purpose}::"CodePurpose" AND c."usedAt" IS NULL AND c."expiresAt" > ${now}
      ORDER BY c."createdAt" DESC LIMIT 1
    ) AND "triesLeft" > 0 AND "usedAt" IS NULL
    RETURNING "id", "userId", "hash"`;
  return rows[0] ?? null;
}

async function exchangeForGrant(tx: Tx, code: OpenCode, now: Date): Promise<string | null> {
  await lockUser(tx, code.userId);
  const used = await tx.code.updateMany({ where: { id: code.id, usedAt: null }, data: { usedAt: now } });
  if (used.count === 0) return null;
  await confirmEmail(tx, code.userId, null, now);
  return createGrant(tx, code.userId, now);
}

export async function createGrant(tx: Tx, userId: string, now: Date): Promise<string> {
  const token = randomToken();
  await tx.code.create({
    data: {
      userId,
      purpose: 'reset',
      hash: grantHash(token),
      createdAt: now,
      expiresAt: addSeconds(now, grantSeconds),
    },
    select: { id: true },
  });
  return token;
}

export const resetGrantCookie = (resetToken: string): string =>
  setCookieHeader(cookieNames().reset, resetToken, { maxAgeSeconds: grantSeconds });

/** Returns the user whose password the grant may change, or null if the grant is used or expired. */
export async function findGrantHolder(token: string | undefined, now: Date): Promise<{ email: string | null } | null> {
  if (!token) return null;
  const client = await db();
  const grant = await client.code.findFirst({
    where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now } },
    select: { user: { select: { email: true } } },
  });
  return grant?.user ?? null;
}
