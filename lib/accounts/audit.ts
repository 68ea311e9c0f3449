import type { Database, Prisma, Tx } from '@/lib/database/client';
import type { Actor } from '@/lib/permissions';

export async function writeAudit(
  tx: Database | Tx,
  entry: {
    actor: Pick<Actor, 'userId' | 'name'> | null;
    action: string;
    subject: string;
    detail?: Prisma.InputJsonValue;
  },
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

/** Writes an audit entry if an admin acts on, or reads, another user's account (X01, decision 032). */
export async function auditForOther(
  tx: Database | Tx,
  {
    actor,
    userId,
    action,
    detail = {},
  }: { actor: Actor; userId: string; action: string; detail?: Prisma.InputJsonValue },
): Promise<void> {
  if (actor.userId !== userId) await writeAudit(tx, { actor, action, subject: `user:${userId}`, detail });
}

/** Data whose reading is audited. Each name needs a message `admin.audit_read_{name}`. */
export const auditedReads = [
  'courses',
  'progress',
  'payments',
  'order',
  'product',
  'sessions',
  'events',
  'passkeys',
  'lesson',
] as const;

export async function auditRead(
  client: Database | Tx,
  {
    actor,
    userId,
    read,
    detail,
  }: { actor: Actor; userId: string; read: (typeof auditedReads)[number]; detail?: Record<string, string> },
): Promise<void> {
  await auditForOther(client, { actor, userId, action: 'account.read', detail: { read, ...detail } });
}
