import type { Actor } from '@/lib/actor';
import type { Prisma, Tx } from '@/lib/database/client';

/** One line of the audit log, in the transaction of the change (O9). */
export async function writeAudit(
  tx: Tx,
  entry: { actor: Pick<Actor, 'userId' | 'name'> | null; action: string; subject: string; detail?: Prisma.InputJsonValue },
): Promise<void> {
  await tx.audit.create({
    data: {
      actorId: entry.actor?.userId ?? null,
      actorName: entry.actor?.name ?? '',
      action: entry.action,
      subject: entry.subject,
      detail: entry.detail ?? {},
    },
    select: { id: true },
  });
}
