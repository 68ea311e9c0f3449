import { applyMigrations } from '@/lib/database/migrations/migrate';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { openDatabase } from './client';
import { assertNotLost, rememberDatabase } from './installation';

/**
 * Opens the configured database, refuses a lost one and applies the migrations.
 * @returns the names of the migrations applied
 * @throws Error, one line: the problem and what to do
 */
export async function prepareDatabase(): Promise<string[]> {
  const { dataDir } = config();
  const database = await openDatabase();
  await assertNotLost(dataDir, database);
  const applied = await applyMigrations(database);
  await rememberDatabase(dataDir, database, now());
  return applied;
}
