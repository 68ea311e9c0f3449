import 'server-only';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { db, transaction } from '@/lib/db';
import { notFound, Problem } from '@/lib/problem';

export type LinkedProvider = { id: string; provider: string; email: string | null; linkedAt: Date };
export type WaysIn = { linked: LinkedProvider[]; hasPassword: boolean };

/** How one gets into the own account, a second factor aside. */
export async function listWaysIn(actor: Actor): Promise<WaysIn> {
  const client = await db();
  const { passwordHash, providerAccounts } = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      passwordHash: true,
      providerAccounts: { orderBy: { createdAt: 'asc' }, select: { id: true, provider: true, email: true, createdAt: true } },
    },
  });
  return { hasPassword: passwordHash !== null, linked: providerAccounts.map(({ createdAt, ...one }) => ({ ...one, linkedAt: createdAt })) };
}

/** Whether something remains when one provider is taken away. */
export const mayUnlink = ({ linked, hasPassword }: WaysIn): boolean => hasPassword || linked.length > 1;

type Unlinking = { actor: MaybeActor; userId: string; linkId: string };

/** Never the last way in. @throws Problem 401, 403, 404, 409 `last-way-in` */
export async function unlinkProvider({ actor, userId, linkId }: Unlinking): Promise<void> {
  assertSelf(actor, userId);
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS locked FROM "User" WHERE id = ${userId} FOR UPDATE`;
    const user = await tx.user.findUnique({ where: { id: userId }, select: { passwordHash: true, _count: { select: { providerAccounts: true } } } });
    const unlinked = await tx.providerAccount.deleteMany({ where: { id: linkId, userId } });
    if (!user || unlinked.count === 0) throw notFound();
    if (user.passwordHash === null && user._count.providerAccounts < 2) throw new Problem(409, 'last-way-in');
  });
}
