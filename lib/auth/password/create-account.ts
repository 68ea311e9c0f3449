import 'server-only';
import { isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { takeLimit } from '@/lib/database/rate-limit';
import { fail, ok, type Result } from '@/lib/result';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { sendConfirmation } from '@/lib/accounts/send-confirmation';
import { hashPassword } from './password-hash';
import type { SignUp } from '@/lib/auth/schema';

export interface NewAccount {
  form: SignUp;
  lang: Language;
  /** A guest that signs up keeps its user id (D7). */
  guestId: string | null;
  address: string;
  now: Date;
}

/** Creates a learner, or upgrades the guest, and mails the confirmation link in the same transaction. @throws Problem 429 */
export async function createAccount({ form, lang, guestId, address, now }: NewAccount): Promise<Result<{ userId: string }, 'email-taken'>> {
  await takeLimit('signup-address', address, now);
  const passwordHash = await hashPassword(form.sub);
  const data = { email: form.email, name: form.name, phone: form.phone, lang, passwordHash, role: 'learner' as const };
  try {
    return ok(await transaction(async (tx) => {
      const userId = (guestId && (await upgradeGuest(tx, guestId, data, now))) || (await tx.user.create({ data: { ...data, createdAt: now }, select: { id: true } })).id;
      await sendConfirmation(tx, { userId, email: form.email, name: form.name, lang }, now);
      return { userId };
    }));
  } catch (error) {
    if (isUniqueViolation(error)) return fail('email-taken');
    throw error;
  }
}

/** The guest's sessions end: whoever knows of one must not become the learner. */
async function upgradeGuest(tx: Tx, guestId: string, data: object, now: Date): Promise<string | null> {
  const upgraded = await tx.user.updateMany({ where: { id: guestId, role: 'guest' }, data });
  if (upgraded.count === 0) return null;
  await endSessionsOf(tx, guestId, 'upgrade', now);
  return guestId;
}

/** @throws Problem 429 */
export async function createGuest(lang: Language, address: string, now: Date): Promise<{ userId: string }> {
  await takeLimit('guest-address', address, now);
  const guest = await transaction((tx) => tx.user.create({ data: { role: 'guest', lang, createdAt: now, lastSeenAt: now }, select: { id: true } }));
  return { userId: guest.id };
}
