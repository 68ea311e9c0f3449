import 'server-only';
import { cairoDayOf, now } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { takeSearchVisits } from '@/lib/process/search-visits';
import { log } from '@/lib/log';

const intervalMs = 30_000;

/** Adds this process's counts to the day's totals. */
export async function storeSearchVisits(counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const client = await db();
  for (const [lang, count] of counts) {
    await client.$executeRaw`
      INSERT INTO "SearchVisit" ("day", "lang", "count") VALUES (${cairoDayOf(at)}, ${lang}, ${count})
      ON CONFLICT ("day", "lang") DO UPDATE SET "count" = "SearchVisit"."count" + EXCLUDED."count"`;
  }
}

/** Not a job, since every process counts its own visitors. Counts taken while the database is down are lost. */
export function startSearchVisits(): { stop(): Promise<void> } {
  const store = async () => {
    try {
      await storeSearchVisits(takeSearchVisits(), now());
    } catch (error) {
      log.warn({ error: String(error) }, 'Visits from search were not stored');
    }
  };
  const timer = setInterval(() => void store(), intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await store();
    },
  };
}
