import 'server-only';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/database/client';

export interface AccountOverview { phone: string | null; emailIsConfirmed: boolean; totpConfirmedAt: Date | null }

/** What the account page shows of oneself beside what the session already says. */
export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true } });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
