import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';

/** ADMIN_EMAIL: only the account whose owner was shown to hold this address; another's password could be anybody's. */
export async function promoteConfiguredAdmin(tx: Tx, userId: string): Promise<void> {
  const email = config().adminEmail;
  if (!email) return;
  const made = await tx.user.updateMany({
    where: { id: userId, email, ownerProvenAt: { not: null }, deletedAt: null, role: 'learner' },
    data: { role: 'admin' },
  });
  if (made.count > 0) await writeAudit(tx, { actor: null, action: 'role.admin', subject: `user:${userId}`, detail: { by: 'ADMIN_EMAIL' } });
}
