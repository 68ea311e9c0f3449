import { revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { config } from '@/lib/config/config';
import { transaction, type Tx } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import { cleanCode } from '@/lib/text';
import { writeAudit } from './audit';

/** Promotes the user with ADMIN_EMAIL only after ownership is proven: until then the password may be a stranger's. */
export async function promoteConfiguredAdmin(tx: Tx, userId: string, now: Date): Promise<void> {
  const email = config().adminEmail;
  if (!email) return;
  const promoted = await tx.user.updateMany({
    where: { id: userId, email, ownerProvenAt: { not: null }, role: 'learner' },
    data: { role: 'admin' },
  });
  if (promoted.count === 0) return;
  await revokeSessions(tx, userId, 'role', now);
  await writeAudit(tx, { actor: null, action: 'role.admin', subject: `user:${userId}`, detail: { by: 'ADMIN_EMAIL' } });
}

/** `npm run admin -- <email>` (row D12). `isUnproven`: the operator must vouch that the user owns the address. */
export async function makeAdministrator(
  email: string,
  now: Date,
): Promise<Result<{ wasAdminBefore: boolean; isUnproven: boolean }, 'unknown-account' | 'unconfirmed'>> {
  const cleanedEmail = cleanCode(email).toLowerCase();
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { email: cleanedEmail },
      select: { id: true, role: true, emailConfirmedAt: true, ownerProvenAt: true },
    });
    if (!user) return fail('unknown-account');
    if (!user.emailConfirmedAt) return fail('unconfirmed');
    if (user.role === 'admin') return ok({ wasAdminBefore: true, isUnproven: false });
    await tx.user.update({
      where: { id: user.id },
      data: { role: 'admin', ownerProvenAt: user.ownerProvenAt ?? now },
      select: { id: true },
    });
    await revokeSessions(tx, user.id, 'role', now);
    await writeAudit(tx, {
      actor: null,
      action: 'role.admin',
      subject: `user:${user.id}`,
      detail: { by: 'command line' },
    });
    return ok({ wasAdminBefore: false, isUnproven: user.ownerProvenAt === null });
  });
}
