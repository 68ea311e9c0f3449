import pg from 'pg';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@/generated/prisma/client';
import { fencedAdapter } from './fenced-adapter';
import { withJsonColumns } from './json-columns';
import type { OpenDatabase, ScriptConnection } from './open-database';

/** Below the two seconds of R03 and R04; the server cancels a stuck statement before the client disconnects. */
const limits = { connectionTimeoutMillis: 1500, statement_timeout: 1600, query_timeout: 1700 };

/** Detects a dead peer on an idle connection. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Disconnects from a server that stopped responding. Otherwise a transaction's ROLLBACK would wait behind the unanswered statement, as long
 * again, and the connection would return to the pool.
 */
class DisconnectingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as unknown as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => void (isTimeout(error) && this.end()));
      return result;
    }) as typeof this.query;
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** pg sends statements without values in one message, which the server runs in one transaction. */
const adapterOf = (pool: pg.PoolConfig) =>
  fencedAdapter(new PrismaPg(pool), { runScript: (connection, script) => connection.underlyingDriver().query(script) });

export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = { connectionString: url, max: 10, idleTimeoutMillis: 30_000, Client: DisconnectingClient, ...limits, ...keepAlive };
  const client = withJsonColumns(new PrismaClient({ adapter: adapterOf(pool) }));
  const factory = adapterOf({ connectionString: url, max: 1, ...keepAlive });
  let unhurried: PrismaClient | undefined;
  return {
    client, factory, kind: 'postgresql', address: addressOf(url),
    unhurried: () => (unhurried ??= withJsonColumns(new PrismaClient({ adapter: factory }))),
    scripted: (work) => inScriptedTransaction(new pg.Client({ connectionString: url, ...keepAlive }), work),
    async close() {
      await Promise.all([client.$disconnect(), unhurried?.$disconnect()]);
    },
  };
}

/** As pg itself parses the URL, with its defaults from the environment. */
function addressOf(url: string): string {
  const { host, port, database = '' } = new pg.Client({ connectionString: url });
  return `postgresql://${host}:${port}/${database}`;
}

async function inScriptedTransaction<Value>(client: pg.Client, work: (connection: ScriptConnection) => Promise<Value>): Promise<Value> {
  // A lost connection fails the current statement; without a listener its event would end the process.
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
    // An uncommitted transaction is rolled back with the connection.
    await client.end();
  }
}
