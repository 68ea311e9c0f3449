import 'server-only';
import { backupOldAfterMs } from '@/lib/admin/reports/limits';
import { readLastBackup } from '@/lib/backup/last-backup';
import { ok, warn, type Check } from './check';

const dayMs = 24 * 3600_000;

export const backupCheck: Check = {
  name: 'backup',
  async run(now) {
    const last = await readLastBackup();
    if (!last) return [warn('there is none: npm run backup -- <file>')];
    const ageMs = now.getTime() - last.at.getTime();
    return [ageMs > backupOldAfterMs ? warn(`the last one is ${Math.floor(ageMs / dayMs)} days old (${last.file})`) : ok(`${last.file} of ${last.at.toISOString()}`)];
  },
};
