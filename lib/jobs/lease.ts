import { db } from '@/lib/database/client';

export const leaseSeconds = 20;

/** Uses the database's clock, because the processes' clocks may differ. Times in the future count as past. */
export async function takeLease(name: string, holder: string, everySeconds: number): Promise<boolean> {
  const client = await db();
  const takenLeases = await client.$queryRaw<Array<{ name: string }>>`
    INSERT INTO "JobLease" ("name", "holder", "until")
    VALUES (${name}, ${holder}, timezone('utc', clock_timestamp()) + make_interval(secs => ${leaseSeconds}::int))
    ON CONFLICT ("name") DO UPDATE SET "holder" = EXCLUDED."holder", "until" = EXCLUDED."until"
    WHERE ("JobLease"."until" <= timezone('utc', clock_timestamp())
        OR "JobLease"."until" > timezone('utc', clock_timestamp()) + make_interval(secs => ${2 * leaseSeconds}::int))
      AND ("JobLease"."lastRunAt" IS NULL
        OR "JobLease"."lastRunAt" > timezone('utc', clock_timestamp())
        OR "JobLease"."lastRunAt" <= timezone('utc', clock_timestamp()) - make_interval(secs => ${everySeconds}::float8))
    RETURNING "name"`;
  return takenLeases.length === 1;
}

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

/** Only one process uses the embedded database, so leases found when it opens belong to a dead process. */
export async function endAllLeases(): Promise<void> {
  const client = await db();
  await client.$executeRaw`UPDATE "JobLease" SET "until" = timezone('utc', clock_timestamp())`;
}
