import {
  DriverAdapterError, type SqlDriverAdapter, type SqlMigrationAwareDriverAdapterFactory, type SqlQuery, type Transaction,
} from '@prisma/driver-adapter-utils';

const committing = /^\s*COMMIT\s*;?\s*$/i;
const ending = /^\s*(?:COMMIT|ROLLBACK)\s*;?\s*$/i;
const toSavepoint = /^\s*ROLLBACK\s+TO\b/i;

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

// Hand-written: the published adapters have these faults.

/** What the database's own driver does instead of its adapter. */
export interface AdapterParts<Connection> {
  /** Statements in one message: the server runs them in one transaction, and the driver waits for it. */
  runScript(connection: Connection, script: string): Promise<unknown>;
  connectToShadowDb?(): Promise<SqlDriverAdapter>;
}

/**
 * Adds to Prisma's adapters:
 * - No statement runs in a transaction that has ended. Prisma ends one that exceeds its time by a timer, while an operation of several
 *   statements may be running; the adapters would send the rest anyway, outside any transaction, on a connection that may belong to another
 *   request, and it would be stored.
 * - A transaction in which a statement failed is not committed. PostgreSQL answers its COMMIT with ROLLBACK and no error, which the
 *   adapters take for success.
 * - COMMIT and scripts are awaited. pglite-prisma-adapter 0.7.2 drops the error of either; @prisma/adapter-pg 7.10.0 splits a script at
 *   every semicolon and sends the parts one by one.
 */
export function fencedAdapter<Connection extends SqlDriverAdapter>(
  factory: SqlMigrationAwareDriverAdapterFactory & { connect(): Promise<Connection> },
  parts: AdapterParts<Connection>,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => fencedConnection(await factory.connect(), parts),
    connectToShadowDb: () => (parts.connectToShadowDb ?? factory.connectToShadowDb.bind(factory))(),
  };
}

function fencedConnection<Connection extends SqlDriverAdapter>(connection: Connection, parts: AdapterParts<Connection>): SqlDriverAdapter {
  const start = connection.startTransaction.bind(connection);
  connection.startTransaction = async (isolationLevel) => fencedTransaction(await start(isolationLevel));
  connection.executeScript = async (script) => {
    try {
      await parts.runScript(connection, script);
    } catch (error) {
      // A failed script may have left its own transaction open.
      await parts.runScript(connection, 'ROLLBACK').catch(() => undefined);
      throw asAdapterError(error);
    }
  };
  return connection;
}

type ServerError = Error & { code: string; severity?: string; detail?: string; column?: string; hint?: string };

function asAdapterError(error: unknown): unknown {
  if (!(error instanceof Error) || !/^[0-9A-Z]{5}$/.test((error as ServerError).code)) return error;
  const { code, severity = 'ERROR', message, detail, column, hint } = error as ServerError;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

function fencedTransaction(transaction: Transaction): Transaction {
  let hasEnded = false;
  let failure: unknown;
  const { queryRaw, executeRaw, commit } = transaction;
  // Also an adapter that ends transactions itself gets a statement, whose error is reported.
  const endsItself = transaction.options.usePhantomQuery;
  const rollback = endsItself ? commit : transaction.rollback;
  const assertOpen = () => {
    if (hasEnded) throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'The transaction has ended' });
  };
  const recordFailure = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      failure ??= error;
      throw error;
    }
  };
  return Object.assign(transaction, {
    options: { ...transaction.options, usePhantomQuery: false },
    async queryRaw(query) {
      assertOpen();
      return recordFailure(queryRaw.call(transaction, query));
    },
    async executeRaw(query) {
      assertOpen();
      hasEnded = ending.test(query.sql);
      if (committing.test(query.sql) && failure !== undefined) {
        await executeRaw.call(transaction, statement('ROLLBACK'));
        throw failure;
      }
      const rows = await recordFailure(executeRaw.call(transaction, query));
      if (toSavepoint.test(query.sql)) failure = undefined;
      return rows;
    },
    async commit() {
      hasEnded = true;
      return commit.call(transaction);
    },
    async rollback() {
      hasEnded = true;
      return rollback.call(transaction);
    },
  } satisfies Partial<Transaction>);
}
