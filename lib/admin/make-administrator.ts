import 'server-only';
import { writeAudit } from '@/lib/audit';
import { transaction } from '@/lib/db';
import { fail, ok, type Result } from '@/lib/result';

/** `npm run admin -- <email>`: an existing account whose address is confirmed becomes administrator (row D12). */
export async function makeAdministrator(email: string): Promise<Result<{ already: boolean }, 'unknown-account' | 'unconfirmed'>> {
  const address = email.normalize('NFKC').trim().toLowerCase();
  return transaction(async (tx) => {
    const user = await tx.user.findFirst({
      where: { email: address, deletedAt: null },
      select: { id: true, role: true, emailConfirmedAt: true },
    });
    if (!user) return fail('unknown-account');
    if (!user.emailConfirmedAt) return fail('unconfirmed');
    if (user.role === 'admin') return ok({ already: true });
    await tx.user.update({ where: { id: user.id }, data: { role: 'admin' }, select: { id: true } });
    await writeAudit(tx, { actor: null, action: 'role.admin', subject: `user:${user.id}`, detail: { by: 'command line' } });
    return ok({ already: false });
  });
}
