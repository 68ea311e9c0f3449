import { db, type Tx } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';
import { notFound, unauthorized } from '@/lib/problem';

interface LockedUser {
  passwordHash: string | null;
  totpConfirmedAt: Date | null;
}

/** Makes other changes to the account's access wait until this transaction ends (X30). */
export async function lockUser(tx: Tx, userId: string): Promise<LockedUser | null> {
  const [row] = await tx.$queryRaw<
    LockedUser[]
  >`SELECT "passwordHash", "totpConfirmedAt" FROM "User" WHERE "id" = ${userId} FOR UPDATE`;
  return row ?? null;
}

/** Call this after taking the lock, because the session may have ended in the meantime. @throws Problem 401 */
export async function assertSessionActive(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const session = await tx.session.findFirst({
    where: { id: sessionId, userId, revokedAt: null },
    select: { id: true },
  });
  if (!session) throw unauthorized();
}

export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT "id" FROM "User" WHERE "role" = 'admin' ORDER BY "id" FOR UPDATE`;
  return rows.map(({ id }) => id);
}

export async function assertUserExists(actor: Actor, userId: string): Promise<void> {
  if (actor.userId === userId) return;
  const client = await db();
  if ((await client.user.count({ where: { id: userId } })) === 0) throw notFound();
}
