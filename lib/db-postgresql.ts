import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import type { OpenDatabase } from './open-database';

/** A pool of ten; a statement may take two seconds, so that one stuck query never holds the site (fault R04). */
export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = { connectionString: url, max: 10, connectionTimeoutMillis: 2000, statement_timeout: 2000, idleTimeoutMillis: 30_000 };
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    client, kind: 'postgresql',
    // Migrations may take longer than a page's query.
    factory: new PrismaPg({ connectionString: url, max: 1 }),
    close: () => client.$disconnect(),
  };
}
