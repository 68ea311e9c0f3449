import 'server-only';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { writeAudit } from '@/lib/accounts/audit';
import { transaction } from '@/lib/database/client';
import { fail, ok, type Result } from '@/lib/result';
import { cleanCode } from '@/lib/single-line';

/**
 * `npm run admin -- <email>`: an existing account whose address is confirmed becomes administrator and signs in again (row D12). Running
 * it vouches for the account's owner; `unproven`: nothing else did.
 */
export async function makeAdministrator(email: string, now: Date): Promise<Result<{ already: boolean; unproven: boolean }, 'unknown-account' | 'unconfirmed'>> {
  const address = cleanCode(email).toLowerCase();
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({
      where: { email: address },
      select: { id: true, role: true, emailConfirmedAt: true, ownerProvenAt: true },
    });
    if (!user) return fail('unknown-account');
    if (!user.emailConfirmedAt) return fail('unconfirmed');
    if (user.role === 'admin') return ok({ already: true, unproven: false });
    await tx.user.update({ where: { id: user.id }, data: { role: 'admin', ownerProvenAt: user.ownerProvenAt ?? now }, select: { id: true } });
    await endSessionsOf(tx, user.id, 'role', now);
    await writeAudit(tx, { actor: null, action: 'role.admin', subject: `user:${user.id}`, detail: { by: 'command line' } });
    return ok({ already: false, unproven: user.ownerProvenAt === null });
  });
}
