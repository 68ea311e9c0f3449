import 'server-only';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { hashPassword } from '@/lib/auth/password/password-hash';
import { defaultLanguage } from '@/lib/language';

const people = [
  { role: 'learner', name: 'منى عبد الله', phone: '01001234567', password: 'learner-in-cairo-2026' },
  { role: 'admin', name: 'نادية فاروق', phone: '01007654321', password: 'admin-in-cairo-2026' },
] as const;

export interface SampleAccount { email: string; password: string; added: boolean }

/** Confirmed accounts to try the site with. Their passwords are public, so they exist on localhost only. */
export async function addSampleAccounts(now: Date): Promise<SampleAccount[]> {
  if (!config().onLocalhost) return [];
  const client = await db();
  const accounts: SampleAccount[] = [];
  for (const { role, name, phone, password } of people) {
    const email = `${role}@${config().siteProject}.example`;
    const existing = await client.user.findUnique({ where: { email }, select: { id: true } });
    if (!existing) {
      const passwordHash = await hashPassword(password);
      await client.user.create({ data: { role, name, phone, email, passwordHash, lang: defaultLanguage, emailConfirmedAt: now, ownerProvenAt: now }, select: { id: true } });
    }
    accounts.push({ email, password, added: !existing });
  }
  return accounts;
}
