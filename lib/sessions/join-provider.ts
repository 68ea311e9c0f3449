import 'server-only';
import type { ProviderName } from '@/lib/accounts/provider-discovery';
import type { ProviderProfile } from '@/lib/accounts/provider-profile';
import { promoteConfiguredAdmin } from '@/lib/accounts/configured-admin';
import { isUniqueViolation, transaction, type Tx } from '@/lib/db';
import type { Language } from '@/lib/language';
import { fail, ok, type Result } from '@/lib/result';
import { endSessionsOf } from './end-session';

export type Joining = { provider: ProviderName; profile: ProviderProfile; lang: Language; /** A guest that signs up keeps its identity. */ guestId: string | null; now: Date };
type Joined = Result<{ userId: string }, 'account-exists'>;

/**
 * Row D6: decides whose account a provider's person is. The key is issuer and subject; an e-mail links only when the
 * provider has verified it and the account has confirmed it: one that has not may be a stranger's, who paid with it perhaps.
 * The owner gets in by a one-time code, which confirms the address and ends everybody else's sessions.
 */
export async function joinProvider(joining: Joining): Promise<Joined> {
  const attempt = () => transaction((tx) => join(tx, joining));
  return attempt().catch((error: unknown) => {
    // Two first sign-ins at once: the second finds what the first has made.
    if (isUniqueViolation(error)) return attempt();
    throw error;
  });
}

async function join(tx: Tx, joining: Joining): Promise<Joined> {
  const { profile, provider, now } = joining;
  const known = await tx.providerAccount.findUnique({
    where: { issuer_subject: { issuer: profile.issuer, subject: profile.subject } },
    select: { userId: true, user: { select: { deletedAt: true } } },
  });
  if (known && !known.user.deletedAt) return ok({ userId: known.userId });
  const holder = profile.email ? await tx.user.findUnique({ where: { email: profile.email }, select: { id: true, emailConfirmedAt: true } }) : null;
  if (holder && !(profile.emailIsVerified && holder.emailConfirmedAt)) return fail('account-exists');
  const userId = holder?.id ?? (await makeLearner(tx, joining));
  await tx.providerAccount.create({ data: { userId, provider, issuer: profile.issuer, subject: profile.subject, email: profile.email, createdAt: now }, select: { id: true } });
  await promoteConfiguredAdmin(tx, userId);
  return ok({ userId });
}

async function makeLearner(tx: Tx, { profile, lang, guestId, now }: Joining): Promise<string> {
  const data = { role: 'learner' as const, email: profile.email, name: profile.name, lang, emailConfirmedAt: profile.emailIsVerified ? now : null };
  if (guestId) {
    const upgraded = await tx.user.updateMany({ where: { id: guestId, role: 'guest', deletedAt: null }, data });
    if (upgraded.count > 0) {
      await endSessionsOf(tx, guestId, 'upgrade', now);
      return guestId;
    }
  }
  return (await tx.user.create({ data: { ...data, createdAt: now }, select: { id: true } })).id;
}
