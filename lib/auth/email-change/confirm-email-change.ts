import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { proveOwner } from '@/lib/accounts/confirm-address';
import { endGrantsOf, endSessionsOf } from '@/lib/accounts/end-sessions';
import { keepReminderChoice } from '@/lib/accounts/keep-reminder-choice';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { mailOwner, recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import type { Device } from '@/lib/auth/sessions/device';
import { startSessionIn, type OpenedSession } from '@/lib/auth/sessions/start-session';
import { db, isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import { moveSubscription } from '@/lib/newsletter/move-subscription';
import { createEmailLink, emailTaken, endEmailWishes, findEmailLink, linkUsed, requireEmailLink, spendEmailLink } from './email-link';

interface Confirmation { actor: MaybeActor; token: string; device: Device; now: Date }

/**
 * N24: gives the account the address that the link was mailed to. Only a session of the account may, so that a mistyped address gives nobody
 * the account. Sessions, codes and links from before end, and this session is renewed; the old address gets a link that restores it.
 * @throws Problem 401, 409 when somebody else has the address by now, 422 `link-used`, also for another account's link, 429
 */
export async function confirmEmailChange({ actor, token, device, now }: Confirmation): Promise<OpenedSession> {
  assertLearner(actor);
  const link = await requireEmailLink('changeEmail', token, device, now);
  if (link.userId !== actor.userId) throw linkUsed();
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionLives(tx, actor);
    await spendEmailLink(tx, link.id, now);
    await setEmail(tx, { actor, email: link.email, device, now });
    await endSessionsOf(tx, actor.userId, 'email', now);
    return startSessionIn(tx, { userId: actor.userId, totpAt: actor.totpAt, signedInAt: actor.signedInAt }, device, now);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
}

async function setEmail(tx: Tx, { actor, email, device, now }: { actor: Actor; email: string; device: Device; now: Date }): Promise<void> {
  const { userId, lang } = actor;
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, emailConfirmedAt: true } });
  await tx.user.update({ where: { id: userId }, data: { email, emailConfirmedAt: now }, select: { id: true } });
  await keepReminderChoice(tx, { from: before.email, to: email, now });
  await proveOwner(tx, userId, now, { sessions: [actor.sessionId], signInMethods: true });
  await endGrantsOf(tx, userId, now);
  await endEmailWishes(tx, userId, now);
  const confirmed = before.emailConfirmedAt ? before.email : null;
  await recordSecurityEvent(tx, { userId, event: 'email-changed', device, now, details: { ...(confirmed === null ? {} : { from: confirmed }), to: email } });
  await writeAudit(tx, { actor, action: 'email.changed', subject: `user:${userId}` });
  if (before.email === null) return;
  // An address that was never confirmed may be a stranger's, by a slip at sign-up: it hears of the change, and cannot undo it.
  if (confirmed === null) return mailOwner(tx, userId, { template: 'unconfirmed-email-changed', to: before.email, data: {}, now });
  const subscriberId = await moveSubscription(tx, { email: confirmed }, email);
  const { id, url, expiresAt } = await createEmailLink(tx, 'restoreEmail', { userId, email: confirmed, lang, subscriberId }, now);
  await mailOwner(tx, userId, { template: 'email-changed', to: confirmed, data: { url, undoUntilAt: expiresAt.toISOString() }, id, now });
}

/** The address that the link gives this person's account; null for any other link. */
export async function newEmailOf({ userId }: Actor, token: string, now: Date): Promise<string | null> {
  const link = await findEmailLink(await db(), 'changeEmail', token, now);
  return link?.userId === userId ? link.email : null;
}
