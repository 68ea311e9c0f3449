import 'server-only';
import { unauthorized } from '@/lib/problem';
import type { Tx } from '@/lib/database/client';

interface LockedUser { passwordHash: string | null; totpConfirmedAt: Date | null }

/**
 * Serialises decisions about access to this account until the transaction ends (X30).
 * @returns the row as it is now; null when there is none
 */
export async function lockUser(tx: Tx, userId: string): Promise<LockedUser | null> {
  const [row] = await tx.$queryRaw<LockedUser[]>`SELECT "passwordHash", "totpConfirmedAt" FROM "User" WHERE "id" = ${userId} FOR UPDATE`;
  return row ?? null;
}

/** Call after the lock, where the session is the only proof: it may have ended meanwhile. @throws Problem 401 */
export async function assertSessionLives(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  const session = await tx.session.findFirst({ where: { id: sessionId, userId, revokedAt: null }, select: { id: true } });
  if (!session) throw unauthorized();
}

/** The ids of all administrators, locked in one order: for changes of their number. */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT "id" FROM "User" WHERE "role" = 'admin' ORDER BY "id" FOR UPDATE`;
  return rows.map(({ id }) => id);
}
