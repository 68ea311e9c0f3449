import pg from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { fencedAdapter } from './fenced-adapter';
import type { OpenDatabase, ScriptConnection } from './open-database';

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

/** pg sends statements without values in one message, which the server runs in one transaction. */
const adapterOf = (pool: pg.PoolConfig) =>
  fencedAdapter(new PrismaPg(pool), { runScript: (connection, script) => connection.underlyingDriver().query(script) });

export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = { connectionString: url, max: 10, idleTimeoutMillis: 30_000, Client: HangingUpClient, ...limits, ...keepAlive };
  const client = new PrismaClient({ adapter: adapterOf(pool) });
  const factory = adapterOf({ connectionString: url, max: 1, ...keepAlive });
  let unhurried: PrismaClient | undefined;
  return {
    client, factory, kind: 'postgresql', address: addressOf(url),
    unhurried: () => (unhurried ??= new PrismaClient({ adapter: factory })),
    scripted: (work) => inScriptedTransaction(new pg.Client({ connectionString: url, ...keepAlive }), work),
    async close() {
      await Promise.all([client.$disconnect(), unhurried?.$disconnect()]);
    },
  };
}

/** As pg itself reads the address, with what it takes from the environment. */
function addressOf(url: string): string {
  const { host, port, database = '' } = new pg.Client({ connectionString: url });
  return `postgresql://${host}:${port}/${database}`;
}

async function inScriptedTransaction<Value>(client: pg.Client, work: (connection: ScriptConnection) => Promise<Value>): Promise<Value> {
  // A connection that is lost fails the statement under way; without a listener its event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0');
    const value = await work({
      query: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
      script: async (sql) => void (await client.query(sql)),
    });
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back instead of committed');
    return value;
  } finally {
    // What is not committed ends with the connection.
    await client.end();
  }
}
