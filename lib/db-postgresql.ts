import pg from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { fencedAdapter } from './fenced-adapter';
import type { OpenDatabase } from './open-database';

/** A connection less than the two seconds of R03, a statement too: the server ends one that is stuck (R04) before we hang up. */
const limits = { connectionTimeoutMillis: 1500, statement_timeout: 1600, query_timeout: 1800 };

/** Packets that are dropped on the way leave no trace on a connection without traffic. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Hangs up on a server that says nothing any more. Else a transaction's ROLLBACK would wait behind the statement that got no answer,
 * as long again, and the connection would go back among the good ones.
 */
class HangingUpClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as unknown as (...asked: unknown[]) => unknown;
    this.query = ((...asked: unknown[]) => {
      const answer = ask(...asked);
      if (answer instanceof Promise) answer.catch((error: unknown) => void (isSilence(error) && this.end()));
      return answer;
    }) as typeof this.query;
  }
}

const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = { connectionString: url, max: 10, idleTimeoutMillis: 30_000, Client: HangingUpClient, ...limits, ...keepAlive };
  const client = new PrismaClient({ adapter: fencedAdapter(new PrismaPg(pool)) });
  const factory = fencedAdapter(new PrismaPg({ connectionString: url, max: 1, ...keepAlive }));
  let unhurried: PrismaClient | undefined;
  return {
    client, factory, kind: 'postgresql',
    unhurried: () => (unhurried ??= new PrismaClient({ adapter: factory })),
    async close() {
      await Promise.all([client.$disconnect(), unhurried?.$disconnect()]);
    },
  };
}
