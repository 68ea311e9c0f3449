import { assertSessionActive, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/accounts/sessions/devices';
import { assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { type Database, db, transaction, type Tx } from '@/lib/database/client';
import { type Actor, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { providerTitle } from './openid';

interface LinkedProvider {
  id: string;
  provider: string;
  email: string | null;
  linkedAt: Date;
}
export interface SignInMethods {
  linked: LinkedProvider[];
  hasPassword: boolean;
  hasEmail: boolean;
}

export const listSignInMethods = async ({ userId }: Actor): Promise<SignInMethods> =>
  readSignInMethods(await db(), userId);

async function readSignInMethods(client: Database | Tx, userId: string): Promise<SignInMethods> {
  const { email, passwordHash, providerAccounts } = await client.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      email: true,
      passwordHash: true,
      providerAccounts: {
        orderBy: { createdAt: 'asc' },
        select: { id: true, provider: true, email: true, createdAt: true },
      },
    },
  });
  return {
    hasPassword: passwordHash !== null,
    hasEmail: email !== null,
    linked: providerAccounts.map(({ createdAt, ...one }) => ({ ...one, linkedAt: createdAt })),
  };
}

/** A password needs an address to sign in with, which a provider may not have sent. */
export const canUnlink = ({ linked, hasPassword, hasEmail }: SignInMethods): boolean =>
  (hasPassword && hasEmail) || linked.length > 1;

interface UnlinkProviderInput {
  actor: MaybeActor;
  userId: string;
  linkId: string;
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `reauthenticate`, 404, 409 `last-way-in`, 429 */
export async function unlinkProvider({
  actor,
  userId,
  linkId,
  currentPassword,
  device,
  now,
}: UnlinkProviderInput): Promise<void> {
  assertSameUser(actor, userId);
  await assertFreshSignIn(actor, currentPassword, device, now);
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    const methods = await readSignInMethods(tx, userId);
    const link = methods.linked.find(({ id }) => id === linkId);
    if (!link) throw notFound();
    if (!canUnlink(methods)) throw new Problem(409, 'last-way-in');
    await tx.providerAccount.delete({ where: { id: linkId }, select: { id: true } });
    const provider = providerTitle(link.provider);
    await recordSecurityEvent(tx, { userId, event: 'provider-unlinked', device, now, details: { provider } });
  });
}
