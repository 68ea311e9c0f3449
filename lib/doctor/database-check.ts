import 'server-only';
import { config } from '@/lib/config/config';
import { openDatabase } from '@/lib/database/client';
import { assertNotLost } from '@/lib/database/installation';
import { pendingMigrations } from '@/lib/database/migrations/migrate';
import { bad, ok, type Check } from './check';

export const databaseCheck: Check = {
  name: 'database',
  async run() {
    const database = await openDatabase();
    await database.client.$queryRaw`SELECT 1`;
    await assertNotLost(config().dataDir, database);
    return [ok(`${database.kind} answers`)];
  },
};

export const migrationsCheck: Check = {
  name: 'migrations',
  async run() {
    const database = await openDatabase();
    const pending = await pendingMigrations(database);
    return pending.length > 0 ? pending.map((name) => bad(`${name} is not applied: restart the service`)) : [ok('all applied')];
  },
};
