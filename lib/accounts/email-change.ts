import type { Device } from '@/lib/accounts/sessions/devices';
import { revokeCodes, revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { createSession, type OpenedSession } from '@/lib/accounts/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken } from '@/lib/config/secrets';
import { db, isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { enqueueMail } from '@/lib/mail/outbox';
import { moveSubscription } from '@/lib/newsletter/subscription';
import { type Actor, assertLearner, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { Problem } from '@/lib/problem';
import { codeBucket, withAttemptLimit } from './attempt-limit';
import { writeAudit } from './audit';
import { markOwnerProven } from './confirm-email';
import { assertSessionActive, lockUser } from './lock-user';
import { createGrant, runInConstantTime } from './one-time-codes';
import { mailOwner, recordSecurityEvent, type SecurityEvent } from './security-events';

export interface RequestEmailChangeInput {
  actor: MaybeActor;
  userId: string;
  email: string;
  currentPassword?: string | undefined;
  lang: Language;
  device: Device;
  now: Date;
}

/**
 * If the address is taken, emails its owner instead, so that the caller cannot tell (N24).
 * @throws Problem 401, 403 for another user's account, 403 `reauthenticate`, 422 for the current address, 429
 */
export async function requestEmailChange({
  actor,
  userId,
  email,
  currentPassword,
  lang,
  device,
  now,
}: RequestEmailChangeInput): Promise<void> {
  assertSameUser(actor, userId);
  if (email === actor.email)
    throw new Problem(422, 'invalid', { errors: { email: [(await loadTranslator(lang))('validation.email_same')] } });
  await assertFreshSignIn(actor, currentPassword, device, now);
  await consumeLimit('otp-address', device.ip, now);
  await consumeLimit('otp-send-account', userId, now);
  await consumeLimit('otp-send-account', codeBucket(email), now);
  await runInConstantTime(() => transaction((tx) => mailChangeLink(tx, { actor, email, device, now })));
}

async function mailChangeLink(
  tx: Tx,
  { actor, email, device, now }: { actor: Actor; email: string; device: Device; now: Date },
): Promise<void> {
  const { userId, lang } = actor;
  await lockUser(tx, userId);
  await assertSessionActive(tx, actor);
  await tx.code.updateMany({ where: { userId, purpose: 'changeEmail', usedAt: null }, data: { usedAt: now } });
  const { id, url, expiresAt } = await createEmailLink(tx, 'changeEmail', { userId, email, lang }, now);
  await recordSecurityEvent(tx, { userId, event: 'email-change-requested', device, now, details: { to: email } });
  const holder = await tx.user.findUnique({ where: { email }, select: { name: true, lang: true } });
  if (!holder)
    return mailOwner(tx, userId, { template: 'confirm-new-email', to: email, data: { url }, id, now, expiresAt });
  const holderLang = isLanguage(holder.lang) ? holder.lang : defaultLanguage;
  await enqueueMail(tx, {
    key: `email-in-use:${id}`,
    to: email,
    lang: holderLang,
    template: 'email-in-use',
    data: { name: holder.name },
    expiresAt,
  });
}

export async function findPendingEmail({ userId }: Actor, now: Date): Promise<string | null> {
  const client = await db();
  const link = await client.code.findFirst({
    where: { userId, purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'desc' },
    select: { email: true },
  });
  return link?.email ?? null;
}

type LinkPurpose = 'changeEmail' | 'restoreEmail';

const lifetimeSeconds: Record<LinkPurpose, number> = { changeEmail: 86_400, restoreEmail: 7 * 86_400 };
const pages: Record<LinkPurpose, string> = { changeEmail: 'confirm-new-email', restoreEmail: 'restore-email' };
const hashOf = (purpose: LinkPurpose, token: string): string =>
  hmacOf(purpose === 'changeEmail' ? 'change-email' : 'restore-email', token);

interface EmailLink {
  id: string;
  userId: string;
  email: string;
  subscriberId: string | null;
  createdAt: Date;
}

interface NewLink {
  userId: string;
  email: string;
  lang: Language;
  subscriberId?: string | null;
}

async function createEmailLink(
  tx: Tx,
  purpose: LinkPurpose,
  link: NewLink,
  now: Date,
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const { userId, email, lang, subscriberId = null } = link;
  const token = randomToken();
  const expiresAt = addSeconds(now, lifetimeSeconds[purpose]);
  const { id } = await tx.code.create({
    data: { userId, purpose, hash: hashOf(purpose, token), email, subscriberId, createdAt: now, expiresAt },
    select: { id: true },
  });
  return { id, expiresAt, url: `${config().siteUrl}/${lang}/${pages[purpose]}?token=${token}` };
}

async function findEmailLink(tx: Tx, purpose: LinkPurpose, token: string, now: Date): Promise<EmailLink | null> {
  const link = await tx.code.findFirst({
    where: { purpose, hash: hashOf(purpose, token), usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, email: true, subscriberId: true, createdAt: true },
  });
  return link?.email ? { ...link, email: link.email } : null;
}

const linkUsedProblem = () => new Problem(422, 'link-used');
const emailTakenProblem = () => new Problem(409, 'email-taken');

/** @throws Problem 422 `link-used`, 429 */
async function requireEmailLink(purpose: LinkPurpose, token: string, { ip }: Device, now: Date): Promise<EmailLink> {
  const client = await db();
  const link = await withAttemptLimit({ credential: 'grant', ip, now }, () =>
    findEmailLink(client, purpose, token, now),
  );
  if (!link) throw linkUsedProblem();
  return link;
}

/** The caller must hold the user's lock. @throws Problem 422 `link-used` */
async function spendEmailLink(tx: Tx, linkId: string, now: Date): Promise<void> {
  const spent = await tx.code.updateMany({ where: { id: linkId, usedAt: null }, data: { usedAt: now } });
  if (spent.count === 0) throw linkUsedProblem();
}

/** Also deletes sign-up links, which would confirm whatever address the account has by then. */
async function endEmailChangeRequests(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.code.updateMany({ where: { userId, purpose: 'changeEmail', usedAt: null }, data: { usedAt: now } });
  await tx.code.deleteMany({ where: { userId, purpose: 'confirm' } });
}

/** Keeps the links of earlier changes, because a thief who changed the address twice receives the later link. */
async function endLaterRestoreLinks(tx: Tx, { userId, createdAt }: EmailLink, now: Date): Promise<void> {
  await tx.code.updateMany({
    where: { userId, purpose: 'restoreEmail', usedAt: null, createdAt: { gt: createdAt } },
    data: { usedAt: now },
  });
}

interface ConfirmEmailChangeInput {
  actor: MaybeActor;
  token: string;
  device: Device;
  now: Date;
}

/**
 * Requires a session of the account: if the address was mistyped, a stranger receives the link (N24).
 * @throws Problem 401, 409 if another user has the address, 422 `link-used`, also for another account's link, 429
 */
export async function confirmEmailChange({
  actor,
  token,
  device,
  now,
}: ConfirmEmailChangeInput): Promise<OpenedSession> {
  assertLearner(actor);
  const link = await requireEmailLink('changeEmail', token, device, now);
  if (link.userId !== actor.userId) throw linkUsedProblem();
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionActive(tx, actor);
    await spendEmailLink(tx, link.id, now);
    await setEmail(tx, { actor, email: link.email, device, now });
    await revokeSessions(tx, actor.userId, 'email', now);
    return createSession(tx, { userId: actor.userId, totpAt: actor.totpAt, signedInAt: actor.signedInAt }, device, now);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTakenProblem() : error;
  });
}

async function setEmail(
  tx: Tx,
  { actor, email, device, now }: { actor: Actor; email: string; device: Device; now: Date },
): Promise<void> {
  const { userId, lang } = actor;
  const before = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, emailConfirmedAt: true },
  });
  await tx.user.update({ where: { id: userId }, data: { email, emailConfirmedAt: now }, select: { id: true } });
  await copyReminderOptOut(tx, { from: before.email, to: email, now });
  await markOwnerProven(tx, userId, now, { sessions: [actor.sessionId], signInMethods: true });
  await revokeCodes(tx, userId, now);
  await endEmailChangeRequests(tx, userId, now);
  const confirmed = before.emailConfirmedAt ? before.email : null;
  await recordSecurityEvent(tx, {
    userId,
    event: 'email-changed',
    device,
    now,
    details: { ...(confirmed === null ? {} : { from: confirmed }), to: email },
  });
  await writeAudit(tx, { actor, action: 'email.changed', subject: `user:${userId}` });
  if (before.email === null) return;
  // Send an unconfirmed address no link to undo the change, because it may be a stranger's.
  if (confirmed === null)
    return mailOwner(tx, userId, { template: 'unconfirmed-email-changed', to: before.email, data: {}, now });
  const subscriberId = await moveSubscription(tx, { email: confirmed }, email);
  const { id, url, expiresAt } = await createEmailLink(
    tx,
    'restoreEmail',
    { userId, email: confirmed, lang, subscriberId },
    now,
  );
  await mailOwner(tx, userId, {
    template: 'email-changed',
    to: confirmed,
    data: { url, undoUntilAt: expiresAt.toISOString() },
    id,
    now,
  });
}

export async function findNewEmail({ userId }: Actor, token: string, now: Date): Promise<string | null> {
  const link = await findEmailLink(await db(), 'changeEmail', token, now);
  return link?.userId === userId ? link.email : null;
}

/** `resetToken` lets the user set a new password. It is null if the account had none. */
interface RestoredEmail {
  userId: string;
  resetToken: string | null;
}

/**
 * Treats the account as stolen: ends its sessions and codes, and removes its password and the sign-in methods added
 * since the change (N24).
 * @throws Problem 409 if another user has confirmed the old address, 422 `link-used`, 429
 */
export async function restoreEmail({
  token,
  device,
  now,
}: {
  token: string;
  device: Device;
  now: Date;
}): Promise<RestoredEmail> {
  const link = await requireEmailLink('restoreEmail', token, device, now);
  return transaction(async (tx) => {
    if (!(await lockUser(tx, link.userId))) throw linkUsedProblem();
    await spendEmailLink(tx, link.id, now);
    await removeEmailFromUnconfirmed(tx, link);
    const { replaced, hadPassword } = await restorePreviousEmail(tx, link, now);
    await revokeSessions(tx, link.userId, 'email', now);
    await revokeCodes(tx, link.userId, now);
    await endEmailChangeRequests(tx, link.userId, now);
    await endLaterRestoreLinks(tx, link, now);
    await copyReminderOptOut(tx, { from: replaced, to: link.email, now });
    if (link.subscriberId !== null) await moveSubscription(tx, { id: link.subscriberId }, link.email);
    await reportRestoredEmail(tx, link, { replaced, device, now });
    return { userId: link.userId, resetToken: hadPassword ? await createGrant(tx, link.userId, now) : null };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTakenProblem() : error;
  });
}

/** Takes the old address away from a user who signed up with it but never confirmed it (X28). */
const removeEmailFromUnconfirmed = (tx: Tx, { userId, email }: EmailLink) =>
  tx.user.updateMany({ where: { email, emailConfirmedAt: null, id: { not: userId } }, data: { email: null } });

async function restorePreviousEmail(
  tx: Tx,
  { userId, email, createdAt }: EmailLink,
  now: Date,
): Promise<{ replaced: string | null; hadPassword: boolean }> {
  const before = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true, totpConfirmedAt: true },
  });
  const isFactorNew = before.totpConfirmedAt === null || before.totpConfirmedAt > createdAt;
  const withoutFactor = isFactorNew
    ? { totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} } }
    : {};
  await tx.user.update({
    where: { id: userId },
    data: { email, emailConfirmedAt: now, passwordHash: null, ...withoutFactor },
    select: { id: true },
  });
  await tx.providerAccount.deleteMany({ where: { userId, createdAt: { gt: createdAt } } });
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gt: createdAt } } });
  const codesReplaced = await tx.securityEvent.count({
    where: { userId, event: 'recovery-codes-replaced' satisfies SecurityEvent, createdAt: { gt: createdAt } },
  });
  if (codesReplaced > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
  return { replaced: before.email === email ? null : before.email, hadPassword: before.passwordHash !== null };
}

async function reportRestoredEmail(
  tx: Tx,
  { userId, email }: EmailLink,
  { replaced, device, now }: { replaced: string | null; device: Device; now: Date },
): Promise<void> {
  await recordSecurityEvent(tx, {
    userId,
    event: 'email-restored',
    device,
    now,
    details: { ...(replaced === null ? {} : { from: replaced }), to: email },
  });
  await writeAudit(tx, { actor: null, action: 'email.restored', subject: `user:${userId}` });
  if (replaced !== null) await mailOwner(tx, userId, { template: 'email-withdrawn', to: replaced, data: {}, now });
}

export async function findRestorableEmail(token: string, now: Date): Promise<string | null> {
  return (await findEmailLink(await db(), 'restoreEmail', token, now))?.email ?? null;
}

/** Copies the opt-out from order reminders, which also stays with the old address (decision 131). */
async function copyReminderOptOut(
  tx: Tx,
  { from, to, now }: { from: string | null; to: string; now: Date },
): Promise<void> {
  if (from === null || (await tx.reminderOptOut.count({ where: { email: from } })) === 0) return;
  await tx.reminderOptOut.createMany({ data: [{ email: to, createdAt: now }], skipDuplicates: true });
}
