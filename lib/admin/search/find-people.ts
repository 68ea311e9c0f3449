import 'server-only';
import { fold, searchQuery } from '@/lib/text/fold';
import { db, Prisma, type Database } from '@/lib/database/client';

type Found = Promise<Array<{ id: string }>>;

// Materialized, or the planner may walk everything from the newest on and compare each.

/** Ids of all people whose name, email or telephone has a word that begins with each word asked for, the newest first. For functions that have checked the permission. */
export const findPeople = (q: string): Promise<string[]> => peopleBy(q, Prisma.sql`TRUE`);

/**
 * Likewise, of people who have an order. With the others the planner expects many more orders than there are, and walks all of them
 * from the newest on (measured with 100,000: 65 ms instead of 1).
 */
export const findBuyers = (q: string): Promise<string[]> => peopleBy(q, Prisma.sql`EXISTS (SELECT FROM "Order" WHERE "userId" = found."id")`);

const peopleBy = (q: string, wanted: Prisma.Sql): Promise<string[]> => findByWords(q, (client, words): Found => client.$queryRaw`
  WITH found AS MATERIALIZED (SELECT "id", "createdAt" FROM "User" WHERE person_words("name", "email", "phone") @@ ${words}::tsquery)
  SELECT "id" FROM found WHERE ${wanted} ORDER BY "createdAt" DESC, "id" DESC`);

/** Ids of the orders, likewise by what was typed for the purchase: often a colleague's name, or another address than the account's. */
export const findOrdersOf = (q: string): Promise<string[]> => findByWords(q, (client, words): Found => client.$queryRaw`
  WITH found AS MATERIALIZED (
    SELECT "id", "createdAt" FROM "Order"
    WHERE person_words(("billing"->>'first_name') || ' ' || ("billing"->>'last_name'), "billing"->>'email', "billing"->>'phone_number') @@ ${words}::tsquery
  )
  SELECT "id" FROM found ORDER BY "createdAt" DESC, "id" DESC`);

async function findByWords(q: string, ask: (client: Database, words: string) => Found): Promise<string[]> {
  const words = phoneQuery(q) ?? searchQuery(q);
  if (!words) return [];
  return (await ask(await db(), words)).map(({ id }) => id);
}

/** A telephone number however it is written: with spaces, and with Egypt's code or without. */
function phoneQuery(q: string): string | null {
  const typed = fold(q).trim();
  if (!/^\+?[\d\s()-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  const other = digits.startsWith('0') ? `2${digits}` : digits.replace(/^20/, '0');
  return `'${digits}':* | '${other}':*`;
}
