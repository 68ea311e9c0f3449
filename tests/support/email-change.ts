import { createAccount } from '@/lib/accounts/create-account';
import { confirmEmailChange, requestEmailChange } from '@/lib/accounts/email-change';
import { signUpSchema } from '@/lib/accounts/schema';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { startSession } from '@/lib/accounts/sessions/start-session';
import type { SessionKey } from '@/lib/accounts/sessions/tokens';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { listMails, readMailedToken } from './outbox';

export const oldEmail = 'mona@midan.example';
export const newEmail = 'mona.new@midan.example';
export const password = 'river-lantern-42';
export const device = { userAgent: 'test', ip: '10.0.0.1' };
export const start = new Date();
export const secondsAfterStart = (seconds: number) => addSeconds(start, seconds);

export const findActorOf = ({ userId, sessionId }: SessionKey): Promise<Actor | null> =>
  findActor(sessionId, userId, secondsAfterStart(60));

export async function createUser(email: string): Promise<Actor> {
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password });
  const made = await createAccount({ form, lang: 'en', guestId: null, ip: 'x', now: start });
  if (!made.ok) throw new Error(made.code);
  const { userId } = made.value;
  await (
    await db()
  ).user.update({
    where: { id: userId },
    data: { emailConfirmedAt: start, ownerProvenAt: start },
    select: { id: true },
  });
  return (await findActorOf(await startSession({ userId }, device, start)))!;
}

export const requestChange = (actor: Actor, email = newEmail, seconds = 0) =>
  requestEmailChange({ actor, userId: actor.userId, email, lang: 'en', device, now: secondsAfterStart(seconds) });

/** @returns the token mailed to the old address */
export async function completeEmailChange(actor: Actor): Promise<string> {
  await requestChange(actor);
  await confirmEmailChange({
    actor,
    token: await readMailedToken('confirm-new-email:'),
    device,
    now: secondsAfterStart(60),
  });
  return readMailedToken('email-changed:');
}

/** Returns `template → address` for each mail, oldest first. */
export const listSentMails = async (): Promise<string[]> =>
  (await listMails()).map(({ template, to }) => `${template} → ${to}`);
