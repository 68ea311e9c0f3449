import 'server-only';
import { z } from 'zod';
import { db } from '@/lib/database/client';
import { ok, warn, type Check } from './check';

const shape = z.object({ at: z.string(), file: z.string() });
const day = 24 * 3600_000;

export const backupCheck: Check = {
  name: 'backup',
  async run(now) {
    const client = await db();
    const fact = await client.fact.findUnique({ where: { name: 'last-backup' }, select: { value: true } });
    const last = shape.safeParse(fact?.value);
    if (!last.success) return [warn('there is none: npm run backup -- <file>')];
    const days = Math.floor((now.getTime() - new Date(last.data.at).getTime()) / day);
    return [days >= 2 ? warn(`the last one is ${days} days old (${last.data.file})`) : ok(`${last.data.file} of ${last.data.at}`)];
  },
};
