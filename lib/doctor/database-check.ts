import 'server-only';
import { openDatabase } from '@/lib/db';
import { pendingMigrations } from '@/prisma/migrate';
import { bad, ok, type Check } from './check';

export const databaseCheck: Check = {
  name: 'database',
  async run() {
    const { client, kind } = await openDatabase();
    await client.$queryRaw`SELECT 1`;
    return [ok(`${kind} answers`)];
  },
};

export const migrationsCheck: Check = {
  name: 'migrations',
  async run() {
    const { client, factory } = await openDatabase();
    const [table] = await client.$queryRaw<Array<{ there: boolean }>>`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`;
    if (!table?.there) return [bad('none is applied yet: start the service once')];
    const failed = await client.$queryRaw<Array<{ name: string }>>`
      SELECT migration_name::text AS name FROM "_prisma_migrations" WHERE finished_at IS NULL AND rolled_back_at IS NULL`;
    const pending = await pendingMigrations(factory);
    if (failed.length + pending.length === 0) return [ok('all applied')];
    return [
      ...failed.map(({ name }) => bad(`${name} failed half-way: restore the last backup (npm run restore -- <file>)`)),
      ...pending.map((name) => bad(`${name} is not applied: restart the service`)),
    ];
  },
};
