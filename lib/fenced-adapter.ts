import { DriverAdapterError, type SqlDriverAdapter, type SqlMigrationAwareDriverAdapterFactory, type Transaction } from '@prisma/driver-adapter-utils';

const ENDING = /^\s*(?:COMMIT|ROLLBACK)\s*;?\s*$/i;

/**
 * No statement runs in a transaction that has ended. Prisma ends one that overruns by a timer while an operation of several
 * statements may be under way; the adapters would send what is left of it anyway: outside any transaction, on a connection that
 * may be somebody else's by then, and it would stay.
 */
export function fencedAdapter<Factory extends SqlMigrationAwareDriverAdapterFactory>(factory: Factory): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => fencedConnection(await factory.connect()),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

function fencedConnection(connection: SqlDriverAdapter): SqlDriverAdapter {
  const start = connection.startTransaction.bind(connection);
  connection.startTransaction = async (isolationLevel) => fencedTransaction(await start(isolationLevel));
  return connection;
}

function fencedTransaction(transaction: Transaction): Transaction {
  let hasEnded = false;
  const { queryRaw, executeRaw, commit, rollback } = transaction;
  const assertOpen = () => {
    if (hasEnded) throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'The transaction has ended' });
  };
  return Object.assign(transaction, {
    async queryRaw(query) {
      assertOpen();
      return queryRaw.call(transaction, query);
    },
    async executeRaw(query) {
      assertOpen();
      hasEnded = ENDING.test(query.sql);
      return executeRaw.call(transaction, query);
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
