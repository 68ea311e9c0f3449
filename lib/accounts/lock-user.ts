import 'server-only';
import { unauthorized } from '@/lib/problem';
import type { Tx } from '@/lib/database/client';

/**
 * Until the transaction ends, who may get into this account is decided by nobody else (security.md X30).
 * @returns what the row says now; null for nobody
 */
export async function lockUser(tx: Tx, userId: string): Promise<{ passwordHash: string | null } | null> {
  const [row] = await tx.$queryRaw<Array<{ passwordHash: string | null }>>`SELECT "passwordHash" FROM "User" WHERE "id" = ${userId} AND "deletedAt" IS NULL FOR UPDATE`;
  return row ?? null;
}

/** For what a session alone proves: asked after the lock, since the session may have been ended meanwhile. @throws Problem 401 */
export async function assertSessionLives(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  const session = await tx.session.findFirst({ where: { id: sessionId, userId, revokedAt: null }, select: { id: true } });
  if (!session) throw unauthorized();
}

/** Every administrator, locked in one order: whoever changes how many there are decides on what is true now. */
export async function lockAdministrators(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT "id" FROM "User" WHERE "role" = 'admin' AND "deletedAt" IS NULL ORDER BY "id" FOR UPDATE`;
  return rows.map(({ id }) => id);
}
