import 'server-only';
import { fold, searchQuery } from '@/lib/blog/fold';
import { db } from '@/lib/database/client';

/** Where a word fits more people than this, the newest of them are found. */
const mostPeople = 1000;

/** Ids of the people whose name, email or telephone has a word that begins with each word asked for, the newest first. For functions that have checked the permission. */
export async function findPeople(q: string): Promise<string[]> {
  const words = phoneQuery(q) ?? searchQuery(q);
  if (!words) return [];
  const client = await db();
  // Materialized, or the planner may walk everybody from the newest on and compare each.
  const rows = await client.$queryRaw<Array<{ id: string }>>`
    WITH found AS MATERIALIZED (SELECT "id", "createdAt" FROM "User" WHERE person_words("name", "email", "phone") @@ ${words}::tsquery)
    SELECT "id" FROM found ORDER BY "createdAt" DESC, "id" DESC LIMIT ${mostPeople}`;
  return rows.map(({ id }) => id);
}

/** A telephone number however it is written: with spaces, and with Egypt's code or without. */
function phoneQuery(q: string): string | null {
  const typed = fold(q).trim();
  if (!/^\+?[\d\s()-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  const other = digits.startsWith('0') ? `2${digits}` : digits.replace(/^20/, '0');
  return `'${digits}':* | '${other}':*`;
}
