import 'server-only';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { takeLimit } from '@/lib/database/rate-limit';
import { fail, ok, type Result } from '@/lib/result';
import { hmacOf, randomToken, safeEqual } from '@/lib/config/secrets';
import { confirmAddress } from '@/lib/accounts/confirm-address';
import { codeBucket, withAttemptLimit } from '@/lib/auth/attempt-limit';
import { cookieNames, setCookie } from '@/lib/auth/sessions/cookies';
import { lockUser } from '@/lib/accounts/lock-user';

const grantSeconds = 600;
const minDurationMs = 150;

/** Takes at least `minDurationMs`, so that the duration does not reveal whether an account exists: the longer path fits well into it. */
export async function inConstantTime<Value>(work: () => Promise<Value>): Promise<Value> {
  const [result] = await Promise.allSettled([work(), sleep(minDurationMs)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** `otp` leads to a new password, `login` into the account; neither counts as the other. */
type CodePurpose = 'otp' | 'login';
const mailOf: Record<CodePurpose, string> = { otp: 'one-time-code', login: 'login-code' };

/** With the address it was mailed to: an address change makes it worthless. */
const codeHash = (purpose: CodePurpose, userId: string, email: string, code: string): string => hmacOf(purpose, `${userId}:${email}:${code}`);
export const grantHash = (token: string): string => hmacOf('reset-grant', token);

export interface CodeRequest { email: string; address: string; now: Date }

/** D3: for a new password. @throws Problem 429 */
export const sendOneTimeCode = (request: CodeRequest): Promise<void> => sendCode('otp', request);

/** Mails a code when the account exists; result, duration and limits are the same when it does not. @throws Problem 429 */
export const sendCode = (purpose: CodePurpose, { email, address, now }: CodeRequest): Promise<void> =>
  inConstantTime(async () => {
    await takeLimit('otp-address', address, now);
    await takeLimit('otp-send-account', codeBucket(email), now);
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
  await enqueueMail(tx, { key: `${purpose}:${id}`, to: email, lang, template: mailOf[purpose], data: { name: user.name, code, minutes }, expiresAt });
}

export interface ResetGrant { userId: string; resetToken: string }

/**
 * D4: a right code gives the grant to set a new password and confirms the address. An attempt is taken from the code and from the
 * account before the digits are compared, so parallel guesses gain nothing.
 * @throws Problem 429
 */
export const verifyOneTimeCode = ({ email, address, otp, now }: CodeRequest & { otp: string }): Promise<Result<ResetGrant, 'otp-wrong'>> =>
  inConstantTime(async () => {
    const granted = await withAttemptLimit({ proof: 'one-time-code', account: email, address, now }, () => grantFor(email, otp, now));
    return granted ? ok(granted) : fail('otp-wrong');
  });

async function grantFor(email: string, otp: string, now: Date): Promise<ResetGrant | null> {
  const code = await findByCode('otp', email, otp, now);
  if (!code) return null;
  const resetToken = await transaction((tx) => exchange(tx, code, now));
  return resetToken === null ? null : { userId: code.userId, resetToken };
}

interface OpenCode { id: string; userId: string; hash: string }

/** The newest open code of the address, when the digits are right. */
export async function findByCode(purpose: CodePurpose, email: string, otp: string, now: Date): Promise<OpenCode | null> {
  const code = await takeAttempt(purpose, email, now);
  return code && safeEqual(code.hash, codeHash(purpose, code.userId, email, otp)) ? code : null;
}

/** One statement, so that of any number of parallel attempts only five find the row. */
async function takeAttempt(purpose: CodePurpose, email: string, now: Date): Promise<OpenCode | null> {
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

async function exchange(tx: Tx, code: OpenCode, now: Date): Promise<string | null> {
  await lockUser(tx, code.userId);
  const used = await tx.code.updateMany({ where: { id: code.id, usedAt: null }, data: { usedAt: now } });
  if (used.count === 0) return null;
  await confirmAddress(tx, code.userId, null, now);
  return createGrant(tx, code.userId, now);
}

/** The token with which a password can be set once, within ten minutes. */
export async function createGrant(tx: Tx, userId: string, now: Date): Promise<string> {
  const token = randomToken();
  await tx.code.create({ data: { userId, purpose: 'reset', hash: grantHash(token), createdAt: now, expiresAt: addSeconds(now, grantSeconds) }, select: { id: true } });
  return token;
}

/** Where a form has the grant: a script of a page cannot read it. */
export const resetGrantCookie = (resetToken: string): string => setCookie(cookieNames().reset, resetToken, { maxAgeSeconds: grantSeconds });

/** Whether the grant can still be used to set a password. */
export async function isGrantOpen(token: string | undefined, now: Date): Promise<boolean> {
  if (!token) return false;
  const client = await db();
  return (await client.code.findFirst({ where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now } }, select: { id: true } })) !== null;
}
