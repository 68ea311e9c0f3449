import 'server-only';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { defaultLanguage, isLanguage } from '@/lib/language';

type Row = Omit<Actor, 'userId' | 'sessionId' | 'lang'> & { lang: string };

/** The row decides, every time: signed out, expired, deleted or changed in role counts from the next request on. In one query, since every call asks it. */
export async function liveActor(sessionId: string, userId: string, now: Date): Promise<Actor | null> {
  const client = await db();
  const [row] = await client.$queryRaw<Row[]>`
    SELECT s."signedInAt", s."totpAt", u."role"::text AS role, u."name", u."email", u."lang", u."totpConfirmedAt" IS NOT NULL AS "totpEnrolled"
    FROM "Session" s JOIN "User" u ON u."id" = s."userId"
    WHERE s."id" = ${sessionId} AND s."userId" = ${userId} AND s."revokedAt" IS NULL AND s."expiresAt" > ${now} AND u."deletedAt" IS NULL`;
  return row ? { ...row, userId, sessionId, lang: isLanguage(row.lang) ? row.lang : defaultLanguage } : null;
}
