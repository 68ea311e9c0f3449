import {
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '@/generated/prisma/client';

const commitPattern = /^\s*COMMIT\s*;?\s*$/i;
const endPattern = /^\s*(?:COMMIT|ROLLBACK)\s*;?\s*$/i;
const toSavepoint = /^\s*ROLLBACK\s+TO\b/i;

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] });

export interface AdapterParts<Connection> {
  runScript(connection: Connection, script: string): Promise<unknown>;
  connectToShadowDb?(): Promise<SqlDriverAdapter>;
}

/**
 * Adds to Prisma's adapters:
 * - Refuses statements of a transaction that Prisma's timer has ended: they would run outside any transaction.
 * - Never commits after a failed statement: PostgreSQL then answers COMMIT with ROLLBACK, but without an error.
 * - Awaits COMMIT and scripts: pglite-prisma-adapter 0.7.2 drops their errors, adapter-pg 7.10.0 splits at semicolons.
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

function fencedConnection<Connection extends SqlDriverAdapter>(
  connection: Connection,
  parts: AdapterParts<Connection>,
): SqlDriverAdapter {
  const start = connection.startTransaction.bind(connection);
  connection.startTransaction = async (isolationLevel) => fencedTransaction(await start(isolationLevel));
  connection.executeScript = async (script) => {
    try {
      await parts.runScript(connection, script);
    } catch (error) {
      // A failed script may leave its own transaction open.
      await parts.runScript(connection, 'ROLLBACK').catch(() => undefined);
      throw toAdapterError(error);
    }
  };
  return connection;
}

type ServerError = Error & { code: string; severity?: string; detail?: string; column?: string; hint?: string };

function toAdapterError(error: unknown): unknown {
  if (!(error instanceof Error) || !/^[0-9A-Z]{5}$/.test((error as ServerError).code)) return error;
  const { code, severity = 'ERROR', message, detail, column, hint } = error as ServerError;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

function fencedTransaction(transaction: Transaction): Transaction {
  let hasEnded = false;
  let failure: unknown;
  const { queryRaw, executeRaw, commit } = transaction;
  // Without the phantom query, Prisma sends COMMIT and ROLLBACK as statements, whose errors are reported.
  const endsItself = transaction.options.usePhantomQuery;
  const rollback = endsItself ? commit : transaction.rollback;
  const assertOpen = () => {
    if (hasEnded)
      throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'The transaction has ended' });
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
      hasEnded = endPattern.test(query.sql);
      if (commitPattern.test(query.sql) && failure !== undefined) {
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

export const jsonColumns: Readonly<Record<string, readonly string[]>> = {
  Passkey: ['transports'],
  SecurityEvent: ['details'],
  Course: ['text'],
  SearchEntry: ['lines'],
  Chapter: ['title'],
  Lesson: ['name'],
  Product: ['name', 'description'],
  LessonUpload: ['name'],
  Attachment: ['name'],
  LessonProgress: ['watched'],
  Quiz: ['content'],
  QuizAttempt: ['questions'],
  QuizAnswer: ['answer'],
  Feedback: ['answers'],
  Order: ['billing'],
  OrderLine: ['descriptions'],
  PaymentEvent: ['body'],
  OrderNote: ['detail'],
  TaxReceipt: ['content'],
  Picture: ['alt'],
  Newsletter: ['figures'],
  Outbox: ['payload'],
  Audit: ['detail'],
  Fact: ['value'],
};

/** Drops undefined members of JSON values, which Prisma's strictUndefinedChecks would refuse. */
export function withJsonColumns(client: PrismaClient): PrismaClient {
  return client.$extends({
    query: {
      $allModels: { $allOperations: ({ model, args, query }) => query(cleanArgs(jsonColumns[model] ?? [], args)) },
    },
  }) as unknown as PrismaClient;
}

function cleanArgs<Args>(columns: readonly string[], args: Args): Args {
  if (columns.length === 0 || args === undefined) return args;
  const cleaned = { ...args } as Record<string, unknown>;
  for (const part of ['data', 'create', 'update']) {
    const rows = cleaned[part];
    if (Array.isArray(rows)) cleaned[part] = rows.map((row: unknown) => cleanRow(columns, row));
    else if (rows !== undefined) cleaned[part] = cleanRow(columns, rows);
  }
  return cleaned as Args;
}

function cleanRow(columns: readonly string[], row: unknown): unknown {
  const cleaned = { ...(row as Record<string, unknown>) };
  for (const column of columns) if (cleaned[column] !== undefined) cleaned[column] = dropUndefined(cleaned[column]);
  return cleaned;
}

function dropUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, dropUndefined(member)]),
  );
}
