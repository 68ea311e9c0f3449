import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { fencedAdapter } from './fenced-adapter';
import type { OpenDatabase } from './open-database';

/** A pool of ten; a statement may take two seconds, so that one stuck query never holds the site (R04); a connection less (R03). */
export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = { connectionString: url, max: 10, connectionTimeoutMillis: 1500, statement_timeout: 2000, idleTimeoutMillis: 30_000 };
  const client = new PrismaClient({ adapter: fencedAdapter(new PrismaPg(pool)) });
  return {
    client, kind: 'postgresql',
    // Migrations may take longer than a page's query.
    factory: fencedAdapter(new PrismaPg({ connectionString: url, max: 1 })),
    close: () => client.$disconnect(),
  };
}
