import type { Actor } from '@/lib/actor';
import { confirmEmailChange } from '@/lib/auth/email-change/confirm-email-change';
import { requestEmailChange } from '@/lib/auth/email-change/request-email-change';
import { createAccount } from '@/lib/auth/password/create-account';
import { signUpSchema } from '@/lib/auth/schema';
import { findActor } from '@/lib/auth/sessions/actor-of';
import type { SessionKey } from '@/lib/auth/sessions/session-cookie';
import { startSession } from '@/lib/auth/sessions/start-session';
import { addSeconds } from '@/lib/clock';
import { db } from '@/lib/database/client';

/** For tests of address changes: people with confirmed addresses, and the links that they are mailed. */

export const oldEmail = 'mona@midan.example';
export const newEmail = 'mona.new@midan.example';
export const password = 'river-lantern-42';
export const device = { userAgent: 'test', address: '10.0.0.1' };
export const start = new Date();
export const at = (seconds: number) => addSeconds(start, seconds);

export const actorOf = ({ userId, sessionId }: SessionKey): Promise<Actor | null> => findActor(sessionId, userId, at(60));

/** Signed up, confirmed and signed in. */
export async function newPerson(email: string): Promise<Actor> {
  const form = signUpSchema.parse({ name: 'Mona', email, phone: '01001234567', sub: password });
  const made = await createAccount({ form, lang: 'en', guestId: null, address: 'x', now: start });
  if (!made.ok) throw new Error(made.code);
  const { userId } = made.value;
  await (await db()).user.update({ where: { id: userId }, data: { emailConfirmedAt: start, ownerProvenAt: start }, select: { id: true } });
  return (await actorOf(await startSession({ userId }, device, start)))!;
}

export const ask = (actor: Actor, email = newEmail, seconds = 0) =>
  requestEmailChange({ actor, userId: actor.userId, email, lang: 'en', device, now: at(seconds) });

/** Of the newest link whose mail's key begins so. */
export async function mailedToken(key = 'confirm-new-email:'): Promise<string> {
  const { payload } = await (await db()).outbox.findFirstOrThrow({ where: { key: { startsWith: key } }, orderBy: { id: 'desc' }, select: { payload: true } });
  return new URL((payload as { data: { url: string } }).data.url).searchParams.get('token') ?? '';
}

/** Asks for the new address and confirms it, a minute after the start. @returns the token of the old address */
export async function change(actor: Actor): Promise<string> {
  await ask(actor);
  await confirmEmailChange({ actor, token: await mailedToken(), device, now: at(60) });
  return mailedToken('email-changed:');
}

/** `template → address` of every mail, oldest first. */
export async function mails(): Promise<string[]> {
  const rows = await (await db()).outbox.findMany({ where: { kind: 'mail' }, orderBy: { id: 'asc' }, select: { payload: true } });
  return rows.map(({ payload }) => payload as { template: string; to: string }).map(({ template, to }) => `${template} → ${to}`);
}
