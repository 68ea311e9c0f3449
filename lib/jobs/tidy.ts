import 'server-only';
import { db } from '@/lib/database/client';

/**
 * The embedded database has no process of its own that clears away dead rows and counts what is there, without which
 * its plans and its index-only reads get worse with the years. Table by table, so that nobody waits for all of them.
 */
export async function tidyEmbedded(_now: Date, stopping: AbortSignal): Promise<void> {
  const client = await db();
  const tables = await client.$queryRaw<Array<{ name: string }>>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`;
  for (const { name } of tables) {
    if (stopping.aborted) return;
    await client.$executeRawUnsafe(`VACUUM (ANALYZE) ${name}`);
  }
}
