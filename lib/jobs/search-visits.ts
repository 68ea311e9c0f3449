import 'server-only';
import { cairoDayOf, now } from '@/lib/clock';
import { db } from '@/lib/database/client';
import { takeSearchVisits } from '@/lib/search-visits';
import { log } from '@/lib/log';

const everyMilliseconds = 30_000;

/** Adds what this process has counted to the day's numbers. */
export async function keepSearchVisits(counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const client = await db();
  for (const [lang, count] of counts) {
    await client.$executeRaw`
      INSERT INTO "SearchVisit" ("day", "lang", "count") VALUES (${cairoDayOf(at)}, ${lang}, ${count})
      ON CONFLICT ("day", "lang") DO UPDATE SET "count" = "SearchVisit"."count" + EXCLUDED."count"`;
  }
}

/** Every process counts its own visitors, so this is no job of one process. A count lost while the database is down is lost. */
export function startSearchVisits(): { stop(): Promise<void> } {
  const keep = async () => {
    try {
      await keepSearchVisits(takeSearchVisits(), now());
    } catch (error) {
      log.warn({ error: String(error) }, 'Visits from search were not kept');
    }
  };
  const timer = setInterval(() => void keep(), everyMilliseconds);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await keep();
    },
  };
}
