import 'server-only';
import { db } from '@/lib/database/client';

/** A killed process's jobs become available after this time. */
export const leaseSeconds = 20;

/**
 * Takes the job's row for `leaseSeconds` unless another process holds it or ran it within the period.
 * Uses the database's time, since the processes' clocks may differ.
 */
export async function takeLease(name: string, holder: string, everySeconds: number): Promise<boolean> {
  const client = await db();
  const taken = await client.$queryRaw<Array<{ name: string }>>`
    INSERT INTO "JobLease" ("name", "holder", "until")
    VALUES (${name}, ${holder}, timezone('utc', clock_timestamp()) + make_interval(secs => ${leaseSeconds}::int))
    ON CONFLICT ("name") DO UPDATE SET "holder" = EXCLUDED."holder", "until" = EXCLUDED."until"
    WHERE "JobLease"."until" <= timezone('utc', clock_timestamp())
      AND ("JobLease"."lastRunAt" IS NULL
        OR "JobLease"."lastRunAt" <= timezone('utc', clock_timestamp()) - make_interval(secs => ${everySeconds}::float8))
    RETURNING "name"`;
  return taken.length === 1;
}

/** Extends the lease of a long run; false when it was lost meanwhile. */
export async function renewLease(name: string, holder: string): Promise<boolean> {
  const client = await db();
  const rows = await client.$executeRaw`
    UPDATE "JobLease" SET "until" = timezone('utc', clock_timestamp()) + make_interval(secs => ${leaseSeconds}::int)
    WHERE "name" = ${name} AND "holder" = ${holder}`;
  return rows === 1;
}

export async function releaseLease(name: string, holder: string, error: string | null): Promise<void> {
  const client = await db();
  await client.$executeRaw`
    UPDATE "JobLease" SET "until" = timezone('utc', clock_timestamp()), "lastRunAt" = timezone('utc', clock_timestamp()),
      "lastError" = ${error}
    WHERE "name" = ${name} AND "holder" = ${holder}`;
}

/** Only one process uses the embedded database: leases found when it opens belong to a process that ended. */
export async function endAllLeases(): Promise<void> {
  const client = await db();
  await client.$executeRaw`UPDATE "JobLease" SET "until" = timezone('utc', clock_timestamp())`;
}
