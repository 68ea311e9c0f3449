import { applyMigrations, assertMigrated } from '@/lib/database/migrations/migrate';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { openDatabase } from './client';
import { assertInUse, assertNotLeft, assertNotLost, rememberDatabase } from './installation';
import { assertRestored } from './unfinished-restore';

/**
 * For the start of the service: opens the configured database, or begins it, refuses a lost one and applies the migrations.
 * @param mayReturn to a database that the installation has left for another one, as an operator goes back
 * @returns the names of the migrations applied
 * @throws Error, one line: the problem and what to do
 */
export async function prepareDatabase({ mayReturn = true } = {}): Promise<string[]> {
  const { dataDir } = config();
  const database = await openDatabase('first');
  if (!mayReturn) assertNotLeft(dataDir, database);
  await assertNotLost(dataDir, database);
  await assertRestored(database);
  const applied = await applyMigrations(database);
  await rememberDatabase(dataDir, database, now());
  return applied;
}

/**
 * For a command without a running service: opens the database that the service has used; begins none and migrates nothing.
 * @param asItIs also one that this version's migrations have not reached, or have left unfinished
 * @throws Error, one line: the problem and what to do
 */
export async function openUsedDatabase({ asItIs = false } = {}): Promise<void> {
  const database = await openDatabase('existing');
  await assertInUse(config().dataDir, database);
  if (asItIs) return;
  await assertRestored(database);
  await assertMigrated(database);
}
