import { db, Prisma, type Tx } from '@/lib/database/client';
import type { Language } from '@/lib/language';

export interface Segment {
  readerLang: string | null;
  courseSlug: string | null;
  /** True: owners of the course; false: everyone else. */
  courseOwners: boolean;
}

/** Matches readers with course owners by the account's confirmed email address. */
function readersCondition({ readerLang, courseSlug, courseOwners }: Segment): Prisma.Sql {
  const languageCondition = readerLang === null ? Prisma.empty : Prisma.sql`AND s."lang" = ${readerLang}`;
  const owns = Prisma.sql`EXISTS (
    SELECT 1 FROM "User" u JOIN "Enrolment" e ON e."userId" = u."id"
    WHERE u."email" = s."email" AND u."emailConfirmedAt" IS NOT NULL AND e."courseSlug" = ${courseSlug} AND e."revokedAt" IS NULL)`;
  const byCourse =
    courseSlug === null ? Prisma.empty : courseOwners ? Prisma.sql`AND ${owns}` : Prisma.sql`AND NOT ${owns}`;
  return Prisma.sql`FROM "Subscriber" s WHERE s."bouncedAt" IS NULL ${languageCondition} ${byCourse}`;
}

export async function countReaders(segment: Segment, client?: Tx): Promise<number> {
  const [row] = await (client ?? (await db())).$queryRaw<
    Array<{ count: number }>
  >`SELECT count(*)::int AS count ${readersCondition(segment)}`;
  return row?.count ?? 0;
}

export async function listReaders(
  tx: Tx,
  segment: Segment,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<
    Array<{ id: string }>
  >`SELECT s."id" ${readersCondition(segment)} AND s."id" > ${after} ORDER BY s."id" LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

export async function countByLanguage(): Promise<Partial<Record<Language, number>>> {
  const rows = await (
    await db()
  ).subscriber.groupBy({ by: ['lang'], where: { bouncedAt: null }, _count: { _all: true } });
  return Object.fromEntries(rows.map(({ lang, _count }) => [lang, _count._all]));
}
