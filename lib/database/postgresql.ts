import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '@/generated/prisma/client';
import { timeDatabaseWait } from '@/lib/process/recorded-metrics';
import type { OpenDatabase, ScriptConnection } from './open-database';
import { fencedAdapter, withJsonColumns } from './prisma-adapter';

/** Just below the two seconds that R03 and R04 allow. */
const limits = { connectionTimeoutMillis: 1500, statement_timeout: 1500, query_timeout: 1600 };

const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Disconnects after a timeout, because ROLLBACK would wait behind the unanswered statement. */
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

type OnConnected = Parameters<pg.Pool['connect']>[0];

/** Measures waiting in `pool.connect`, which queries outside transactions call too. */
class TimedPrismaPg extends PrismaPg {
  override async connect() {
    const connection = await super.connect();
    const pool = connection.underlyingDriver();
    const take = pool.connect.bind(pool);
    pool.connect = ((onConnected?: OnConnected) => {
      const recordWait = timeDatabaseWait();
      if (!onConnected) return take().finally(recordWait);
      return take((...result) => {
        recordWait();
        onConnected(...result);
      });
    }) as typeof pool.connect;
    return connection;
  }
}

/** pg sends a script as one message, which the server runs as one transaction. */
const adapterOf = (pool: pg.PoolConfig) =>
  fencedAdapter(new TimedPrismaPg(pool), {
    runScript: (connection, script) => connection.underlyingDriver().query(script),
  });

export async function openPostgresql(url: string): Promise<OpenDatabase> {
  const pool = {
    connectionString: url,
    max: 10,
    idleTimeoutMillis: 30_000,
    Client: DisconnectingClient,
    ...limits,
    ...keepAlive,
  };
  const client = withJsonColumns(new PrismaClient({ adapter: adapterOf(pool) }));
  const factory = adapterOf({ connectionString: url, max: 1, ...keepAlive });
  let unhurried: PrismaClient | undefined;
  return {
    client,
    factory,
    kind: 'postgresql',
    address: addressOf(url),
    unhurried: () => (unhurried ??= withJsonColumns(new PrismaClient({ adapter: factory }))),
    scripted: (work) => runScriptedTransaction(new pg.Client({ connectionString: url, ...keepAlive }), work),
    async close() {
      await Promise.all([client.$disconnect(), unhurried?.$disconnect()]);
    },
  };
}

function addressOf(url: string): string {
  const { host, port, database = '' } = new pg.Client({ connectionString: url });
  return `postgresql://${host}:${port}/${database}`;
}

async function runScriptedTransaction<Value>(
  client: pg.Client,
  work: (connection: ScriptConnection) => Promise<Value>,
): Promise<Value> {
  // Without a listener, the `error` event of a lost connection would end the process.
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
    await client.end();
  }
}
