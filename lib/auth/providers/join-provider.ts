import 'server-only';
import { proveOwner } from '@/lib/accounts/confirm-address';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { lockUser } from '@/lib/accounts/lock-user';
import { providerTitle, type ProviderName } from '@/lib/auth/providers/provider-discovery';
import type { ProviderProfile } from '@/lib/auth/providers/provider-profile';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/auth/sessions/device';
import { promoteConfiguredAdmin } from '@/lib/accounts/configured-admin';
import { isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { fail, ok, type Result } from '@/lib/result';

export interface Joining {
  provider: ProviderName;
  profile: ProviderProfile;
  lang: Language;
  /** A guest that signs up keeps its user id. */
  guestId: string | null;
  device: Device;
  now: Date;
}

type Joined = Result<{ userId: string; linkId: string }, 'account-exists'>;

/**
 * D6: decides which account a provider's profile belongs to. The key is issuer and subject; an email links only when the provider has
 * verified it and the account has confirmed it: an unconfirmed account may be a stranger's, perhaps with a purchase. Its owner gets in by a
 * one-time code, which confirms the address and ends all other sessions. An address that the provider has not verified is not stored (X28).
 */
export async function joinProvider(joining: Joining): Promise<Joined> {
  const attempt = () => transaction((tx) => join(tx, joining));
  return attempt().catch((error: unknown) => {
    // Of two parallel first sign-ins the second finds what the first has created.
    if (isUniqueViolation(error)) return attempt();
    throw error;
  });
}

async function join(tx: Tx, joining: Joining): Promise<Joined> {
  const { profile, provider, now } = joining;
  const known = await tx.providerAccount.findUnique({
    where: { issuer_subject: { issuer: profile.issuer, subject: profile.subject } },
    select: { id: true, userId: true },
  });
  if (known) return ok({ userId: known.userId, linkId: known.id });
  const holder = profile.email ? await tx.user.findUnique({ where: { email: profile.email }, select: { id: true } }) : null;
  if (holder && !(profile.emailIsVerified && (await openToOwner(tx, holder.id, joining)))) return fail('account-exists');
  const userId = holder?.id ?? (await makeLearner(tx, joining));
  const email = profile.emailIsVerified ? profile.email : null;
  const link = await tx.providerAccount.create({ data: { userId, provider, issuer: profile.issuer, subject: profile.subject, email, createdAt: now }, select: { id: true } });
  await promoteConfiguredAdmin(tx, userId, now);
  return ok({ userId, linkId: link.id });
}

/** False for an unconfirmed account, and for one whose address was changed meanwhile. A password set before ownership was proven may be a stranger's: it is removed, and a mail informs the owner. */
async function openToOwner(tx: Tx, userId: string, { provider, profile, device, now }: Joining): Promise<boolean> {
  await lockUser(tx, userId);
  const holder = await tx.user.findFirst({ where: { id: userId, email: profile.email }, select: { emailConfirmedAt: true, passwordHash: true } });
  if (!holder?.emailConfirmedAt) return false;
  const dropsPassword = (await proveOwner(tx, userId, now)) && holder.passwordHash !== null;
  if (dropsPassword) await tx.user.update({ where: { id: userId }, data: { passwordHash: null }, select: { id: true } });
  const details = { provider: providerTitle(provider) };
  await recordSecurityEvent(tx, { userId, event: 'provider-linked', device, now, details, mailData: { password: dropsPassword ? 'removed' : 'unchanged' } });
  return true;
}

async function makeLearner(tx: Tx, { profile, lang, guestId, now }: Joining): Promise<string> {
  const owned = profile.emailIsVerified ? { email: profile.email, emailConfirmedAt: now, ownerProvenAt: now } : { email: null, emailConfirmedAt: null, ownerProvenAt: null };
  const data = { role: 'learner' as const, name: profile.name, lang, ...owned };
  if (guestId) {
    const upgraded = await tx.user.updateMany({ where: { id: guestId, role: 'guest' }, data });
    if (upgraded.count > 0) {
      await endSessionsOf(tx, guestId, 'upgrade', now);
      return guestId;
    }
  }
  return (await tx.user.create({ data: { ...data, createdAt: now }, select: { id: true } })).id;
}
