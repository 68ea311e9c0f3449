import type { Device } from '@/lib/accounts/sessions/devices';
import { type EndReason, revokeCodes, revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { createSession, type OpenedSession } from '@/lib/accounts/sessions/start-session';
import type { SessionKey } from '@/lib/accounts/sessions/tokens';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { enqueueMail } from '@/lib/mail/outbox';
import { assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { addressGroup } from '@/lib/process/address-group';
import { promoteConfiguredAdmin } from './administrators';
import { auditForOther } from './audit';
import { lockUser } from './lock-user';
import { type RecordedEvent, recordSecurityEvent } from './security-events';

/**
 * Marks the address as confirmed, which does not prove who owns the account: a mail scanner may have opened the link.
 * The first confirmation ends all access and second factors set up before it, possibly by a stranger (X28).
 * @param kept ids of the sessions to keep (decision 075)
 */
export async function confirmEmail(
  tx: Tx,
  userId: string,
  device: RecordedEvent['device'],
  now: Date,
  kept: readonly string[] = [],
): Promise<void> {
  await lockUser(tx, userId);
  const before = await tx.user.findUnique({
    where: { id: userId },
    select: { emailConfirmedAt: true, totpConfirmedAt: true },
  });
  if (!before || before.emailConfirmedAt) return;
  await tx.user.update({
    where: { id: userId },
    data: {
      emailConfirmedAt: now,
      totpSecret: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      recoveryCodes: { deleteMany: {} },
    },
    select: { id: true },
  });
  await revokeSessionsAndCodes(tx, userId, now, kept);
  await deleteSignInMethods(tx, userId);
  await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { totpAt: null } });
  if (before.totpConfirmedAt) await recordSecurityEvent(tx, { userId, event: 'second-factor-off', device, now });
}

interface KeptAccess {
  sessions?: readonly string[];
  signInMethods?: boolean;
}

/** Records that the account belongs to the owner of the mailbox. The first call ends all other access and returns true. */
export async function markOwnerProven(tx: Tx, userId: string, now: Date, kept: KeptAccess = {}): Promise<boolean> {
  await lockUser(tx, userId);
  const first = await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null }, data: { ownerProvenAt: now } });
  if (first.count === 0) return false;
  await tx.user.updateMany({ where: { id: userId, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
  await revokeSessionsAndCodes(tx, userId, now, kept.sessions ?? []);
  if (!kept.signInMethods) await deleteSignInMethods(tx, userId);
  await promoteConfiguredAdmin(tx, userId, now);
  return true;
}

/** Lists the sessions opened at sign-up. They stay open: their holder knows the password and could sign in again. */
export async function listSignUpSessions(tx: Tx, userId: string): Promise<string[]> {
  const sessions = await tx.session.findMany({
    where: { userId, isSignUp: true, revokedAt: null },
    select: { id: true },
  });
  return sessions.map(({ id }) => id);
}

async function revokeSessionsAndCodes(tx: Tx, userId: string, now: Date, kept: readonly string[]): Promise<void> {
  await revokeSessions(tx, userId, 'confirmed', now, kept);
  await revokeCodes(tx, userId, now);
}

async function deleteSignInMethods(tx: Tx, userId: string): Promise<void> {
  await tx.providerAccount.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
}

const linkLifetimeSeconds = 86_400;
const confirmationHash = (token: string): string => hmacOf('confirm-link', token);

interface ConfirmationRecipient {
  userId: string;
  email: string;
  name: string;
  lang: Language;
}

/** Builds the link from SITE_URL, because an attacker can forge a request's host (compare edX CVE-2017-18380). */
export async function sendConfirmation(
  tx: Tx,
  { userId, email, name, lang }: ConfirmationRecipient,
  now: Date,
): Promise<void> {
  const token = randomToken();
  const expiresAt = addSeconds(now, linkLifetimeSeconds);
  const code = await tx.code.create({
    data: { userId, purpose: 'confirm', hash: confirmationHash(token), createdAt: now, expiresAt },
    select: { id: true },
  });
  await enqueueMail(tx, {
    key: `confirm:${code.id}`,
    to: email,
    lang,
    template: 'confirm-email',
    expiresAt,
    data: { name, url: `${config().siteUrl}/auth/confirm-email?token=${token}` },
  });
}

/** @throws Problem 401, 403, 409 `no-email`, 429 */
export async function resendConfirmation(actor: MaybeActor, userId: string, now: Date): Promise<void> {
  assertSameUserOrAdmin(actor, userId);
  await consumeLimit('otp-send-account', userId, now);
  await consumeLimit('confirm-mail-user', userId, now);
  await transaction(async (tx) => {
    const user = await tx.user.findFirst({
      where: { id: userId, emailConfirmedAt: null },
      select: { email: true, name: true, lang: true },
    });
    if (!user) return;
    if (!user.email) throw new Problem(409, 'no-email');
    await auditForOther(tx, { actor, userId, action: 'confirmation.sent' });
    await sendConfirmation(
      tx,
      { userId, email: user.email, name: user.name, lang: isLanguage(user.lang) ? user.lang : defaultLanguage },
      now,
    );
  });
}

interface OpenLinkInput {
  token: string;
  browserSession: SessionKey | null;
  device: Device;
  now: Date;
}

interface OpenLinkResult {
  userId: string;
  lang: string;
  isOwn: boolean;
  /** Replaces the browser's session if the confirmation ended that session, otherwise null. */
  session: OpenedSession | null;
}

/** Opened while signed in, or in the network of the sign-up, the link also proves ownership. @returns null if invalid */
export const openConfirmationLink = ({
  token,
  browserSession,
  device,
  now,
}: OpenLinkInput): Promise<OpenLinkResult | null> =>
  transaction(async (tx) => {
    const link = await tx.code.findFirst({
      where: { purpose: 'confirm', hash: confirmationHash(token) },
      select: { id: true, userId: true, expiresAt: true, user: { select: { lang: true, emailConfirmedAt: true } } },
    });
    if (!link) return null;
    const {
      userId,
      user: { lang, emailConfirmedAt },
    } = link;
    if (link.expiresAt <= now) return emailConfirmedAt ? { userId, lang, isOwn: false, session: null } : null;
    await lockUser(tx, userId);
    await tx.code.updateMany({ where: { id: link.id, usedAt: null }, data: { usedAt: now } });
    const own = browserSession?.userId === userId ? await findOwnSession(tx, browserSession, now) : null;
    const signUp = await listSignUpSessions(tx, userId);
    if (!own) {
      await confirmEmail(tx, userId, device, now, signUp);
      if (await isNetworkOfSignUp(tx, userId, device)) await markOwnerProven(tx, userId, now, { sessions: signUp });
      else await warnOfUnprovenAdmin(tx, userId);
      return { userId, lang, isOwn: false, session: null };
    }
    await markOwnerProven(tx, userId, now, { sessions: [own.id, ...signUp], signInMethods: true });
    if (await isActive(tx, own.id)) return { userId, lang, isOwn: true, session: null };
    // Renew only once: `findOwnSession` ignores sessions that ended as `renewed`.
    await tx.session.update({
      where: { id: own.id },
      data: { revokedWhy: 'renewed' satisfies EndReason },
      select: { id: true },
    });
    return { userId, lang, isOwn: true, session: await createSession(tx, { userId, totpAt: own.totpAt }, device, now) };
  });

/** Needed after `markOwnerProven`, which ends even a kept session if it promotes the user (ADMIN_EMAIL). */
const isActive = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.session.count({ where: { id, revokedAt: null } })) > 0;

const findOwnSession = (tx: Tx, { userId, sessionId }: SessionKey, now: Date) =>
  tx.session.findFirst({
    where: { id: sessionId, userId, expiresAt: { gt: now }, OR: [{ revokedAt: null }, { revokedWhy: 'confirmed' }] },
    select: { id: true, totpAt: true },
  });

/** Tells the user apart from mail scanners and strangers, who use other networks. */
export async function isNetworkOfSignUp(tx: Tx, userId: string, { ip }: Device): Promise<boolean> {
  const first = await tx.session.findFirst({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { address: true },
  });
  return first !== null && addressGroup(first.address) === addressGroup(ip);
}

async function warnOfUnprovenAdmin(tx: Tx, userId: string): Promise<void> {
  const email = config().adminEmail;
  if (!email) return;
  const waiting = await tx.user.count({ where: { id: userId, email, ownerProvenAt: null } });
  if (waiting > 0)
    log.warn(
      'ADMIN_EMAIL was confirmed in a browser that is not signed in, on another network than the sign-up, so the account is not an administrator yet. Open the link while signed in, or set a new password with an emailed code.',
    );
}
