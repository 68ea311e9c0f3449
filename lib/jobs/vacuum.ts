import 'server-only';
import { db } from '@/lib/database/client';

/**
 * The embedded database has no autovacuum, without which query plans and index-only scans degrade. Table by table, so that no request waits
 * for all of them.
 */
export async function vacuumEmbedded(_now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`;
  for (const { name } of tables) {
    if (stopping.aborted) return;
    await client.$executeRawUnsafe(`VACUUM (ANALYZE) ${name}`);
  }
}
