import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import { endSessionsOf } from './end-sessions';

/** Promotes ADMIN_EMAIL's account, only once its owner is proven: before that its password may be a stranger's. Its sessions end, as with every change of a role. */
export async function promoteConfiguredAdmin(tx: Tx, userId: string, now: Date): Promise<void> {
  const email = config().adminEmail;
  if (!email) return;
  const made = await tx.user.updateMany({
    where: { id: userId, email, ownerProvenAt: { not: null }, role: 'learner' },
    data: { role: 'admin' },
  });
  if (made.count === 0) return;
  await endSessionsOf(tx, userId, 'role', now);
  await writeAudit(tx, { actor: null, action: 'role.admin', subject: `user:${userId}`, detail: { by: 'ADMIN_EMAIL' } });
}
