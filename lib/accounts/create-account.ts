import { hashPassword } from '@/lib/accounts/password/check-password';
import { revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { config } from '@/lib/config/config';
import { db, isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { fail, ok, type Result } from '@/lib/result';
import { sendConfirmation } from './confirm-email';
import type { SignUp } from './schema';

export interface NewAccount {
  form: SignUp;
  lang: Language;
  /** A guest who signs up keeps the user id (D7). */
  guestId: string | null;
  ip: string;
  now: Date;
}

export async function createAccount({
  form,
  lang,
  guestId,
  ip,
  now,
}: NewAccount): Promise<Result<{ userId: string }, 'email-taken'>> {
  await consumeLimit('signup-address', ip, now);
  const passwordHash = await hashPassword(form.sub);
  const data = { email: form.email, name: form.name, phone: form.phone, lang, passwordHash, role: 'learner' as const };
  try {
    return ok(
      await transaction(async (tx) => {
        const userId =
          (guestId && (await upgradeGuest(tx, guestId, data, now))) ||
          (await tx.user.create({ data: { ...data, createdAt: now }, select: { id: true } })).id;
        await sendConfirmation(tx, { userId, email: form.email, name: form.name, lang }, now);
        return { userId };
      }),
    );
  } catch (error) {
    if (isUniqueViolation(error)) return fail('email-taken');
    throw error;
  }
}

/** Ends the guest's sessions, or another browser with one of them would be signed in as the learner. */
async function upgradeGuest(tx: Tx, guestId: string, data: object, now: Date): Promise<string | null> {
  const upgraded = await tx.user.updateMany({ where: { id: guestId, role: 'guest' }, data });
  if (upgraded.count === 0) return null;
  await revokeSessions(tx, guestId, 'upgrade', now);
  return guestId;
}

export async function createGuest(lang: Language, ip: string, now: Date): Promise<{ userId: string }> {
  await consumeLimit('guest-address', ip, now);
  const guest = await transaction((tx) =>
    tx.user.create({ data: { role: 'guest', lang, createdAt: now, lastSeenAt: now }, select: { id: true } }),
  );
  return { userId: guest.id };
}

const sampleUsers = [
  { role: 'learner', name: 'منى عبد الله', phone: '01001234567', password: 'learner-in-cairo-2026' },
  { role: 'admin', name: 'نادية فاروق', phone: '01007654321', password: 'admin-in-cairo-2026' },
] as const;

interface SampleAccount {
  email: string;
  password: string;
  isNew: boolean;
}

/** Works on localhost only, because the passwords of these accounts are public. */
export async function addSampleAccounts(now: Date): Promise<SampleAccount[]> {
  if (!config().onLocalhost) return [];
  const client = await db();
  const accounts: SampleAccount[] = [];
  for (const { role, name, phone, password } of sampleUsers) {
    const email = `${role}@${config().siteProject}.example`;
    const existing = await client.user.findUnique({ where: { email }, select: { id: true } });
    if (!existing) {
      const passwordHash = await hashPassword(password);
      await client.user.create({
        data: {
          role,
          name,
          phone,
          email,
          passwordHash,
          lang: defaultLanguage,
          emailConfirmedAt: now,
          ownerProvenAt: now,
        },
        select: { id: true },
      });
    }
    accounts.push({ email, password, isNew: !existing });
  }
  return accounts;
}
