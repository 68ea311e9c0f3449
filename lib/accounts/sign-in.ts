import { z } from 'zod';
import { cookieNames, setCookieHeader } from '@/lib/accounts/sessions/cookies';
import type { Device } from '@/lib/accounts/sessions/devices';
import { createSession, type OpenedSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { seal, unseal } from '@/lib/config/secrets';
import { db, transaction, type Tx } from '@/lib/database/client';
import { unauthorized } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { withAttemptLimit } from './attempt-limit';
import { confirmEmail, isNetworkOfSignUp, listSignUpSessions, markOwnerProven } from './confirm-email';
import { lockUser } from './lock-user';
import { findByCode, runInConstantTime } from './one-time-codes';
import { checkSecondFactor } from './second-factor';
import { recordSecurityEvent } from './security-events';

/** @throws Problem 401 if the provider link or code is no longer valid, 429 */
export async function completeSignIn(
  person: IdentifiedUser,
  totp: string | undefined,
  device: Device,
  now: Date,
): Promise<Result<OpenedSession, 'totp-required'>> {
  const isEnrolled = await hasSecondFactor(person);
  if (isEnrolled && !(totp && (await checkSecondFactor({ userId: person.userId, typed: totp, device, now }))))
    return fail('totp-required');
  const totpAt = isEnrolled ? now : null;
  return ok(
    await transaction(async (tx) => {
      if ('codeId' in person) await spendLoginCode(tx, { ...person, totpAt }, device, now);
      return createSession(tx, { ...person, totpAt }, device, now);
    }),
  );
}

/** Ignores an unconfirmed account's second factor: it may be a stranger's, and signing in by code removes it (X28). */
async function hasSecondFactor(person: IdentifiedUser): Promise<boolean> {
  const client = await db();
  const counts = 'codeId' in person ? { emailConfirmedAt: { not: null } } : {};
  return (await client.user.count({ where: { id: person.userId, totpConfirmedAt: { not: null }, ...counts } })) > 0;
}

interface CodeSignInInput {
  email: string;
  otp: string;
  totp: string | undefined;
  device: Device;
  now: Date;
}
type CodeSignInResult =
  Result<OpenedSession, 'otp-wrong'> | { ok: false; code: 'totp-required'; person: IdentifiedUser };

/** Spends the code only when the second factor is right too (N21). @throws Problem 429 */
export const signInWithCode = ({ email, otp, totp, device, now }: CodeSignInInput): Promise<CodeSignInResult> =>
  runInConstantTime(async () => {
    const person = await withAttemptLimit({ credential: 'one-time-code', account: email, ip: device.ip, now }, () =>
      findByLoginCode(email, otp, now),
    );
    if (!person) return fail('otp-wrong');
    const session = await completeSignIn(person, totp, device, now);
    return session.ok ? session : { ...session, person };
  });

interface CodeHolder {
  userId: string;
  codeId: string;
}

async function findByLoginCode(email: string, otp: string, now: Date): Promise<CodeHolder | null> {
  const code = await findByCode('login', email, otp, now);
  return code && { userId: code.userId, codeId: code.id };
}

/** @throws Problem 401 if the code was used or replaced, or a second factor has been enrolled since */
async function spendLoginCode(
  tx: Tx,
  { userId, codeId, totpAt }: CodeHolder & { totpAt: Date | null },
  device: Device,
  now: Date,
): Promise<void> {
  await lockUser(tx, userId);
  const enrolledMeanwhile =
    totpAt === null &&
    (await tx.user.count({ where: { id: userId, emailConfirmedAt: { not: null }, totpConfirmedAt: { not: null } } })) >
      0;
  const spent = await tx.code.updateMany({
    where: { id: codeId, userId, purpose: 'login', usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (enrolledMeanwhile || spent.count === 0) throw unauthorized();
  await confirmMailboxOwner(tx, userId, device, now);
}

/** Removes the password if it may be a stranger's, and tells the owner by email (decision 075). */
async function confirmMailboxOwner(tx: Tx, userId: string, device: Device, now: Date): Promise<void> {
  const isOwnNetwork = await isNetworkOfSignUp(tx, userId, device);
  const sessions = isOwnNetwork ? await listSignUpSessions(tx, userId) : [];
  await confirmEmail(tx, userId, device, now, sessions);
  if (!(await markOwnerProven(tx, userId, now, { sessions })) || isOwnNetwork) return;
  const removed = await tx.user.updateMany({
    where: { id: userId, passwordHash: { not: null } },
    data: { passwordHash: null },
  });
  if (removed.count > 0) await recordSecurityEvent(tx, { userId, event: 'password-removed', device, now });
}

const lifetimeSeconds = 300;

export type IdentifiedUser = { userId: string } & ({ linkId: string } | { codeId: string });

const identifiedUserSchema = z.union([
  z.object({ userId: z.string(), linkId: z.string() }),
  z.object({ userId: z.string(), codeId: z.string() }),
]);
const pendingSchema = z.object({ person: identifiedUserSchema, until: z.number() });

export function secondFactorCookie(identified: IdentifiedUser | null, now: Date): string {
  if (!identified) return setCookieHeader(cookieNames().secondFactor, '', { maxAgeSeconds: 0 });
  const value = seal(
    'second-factor',
    JSON.stringify({ person: identified, until: addSeconds(now, lifetimeSeconds).getTime() }),
  );
  return setCookieHeader(cookieNames().secondFactor, value, { maxAgeSeconds: lifetimeSeconds });
}

export function readSecondFactorCookie(cookie: string | undefined, now: Date): IdentifiedUser | null {
  const text = cookie ? unseal('second-factor', cookie) : null;
  const parsed = pendingSchema.safeParse(text ? JSON.parse(text) : null);
  return parsed.success && parsed.data.until > now.getTime() ? parsed.data.person : null;
}
