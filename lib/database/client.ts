import type { PrismaClient } from '@/generated/prisma/client';
import { Prisma } from '@/generated/prisma/client';
import { config } from '@/lib/config/config';
import type { Beginning } from './installation';
import type { OpenDatabase } from './open-database';
import { unavailable } from '@/lib/problem';

/** A transaction's client; functions that take part in a transaction accept it. */
export type Tx = Prisma.TransactionClient;
export type Database = PrismaClient;

const processState = globalThis as { __database?: Promise<OpenDatabase> | undefined };

/** Opens the configured database once per process; instrumentation, routes and jobs share the promise. @param beginning whether there may be none yet */
export function openDatabase(beginning: Beginning = 'existing'): Promise<OpenDatabase> {
  return (processState.__database ??= open(beginning).catch((error: unknown) => {
    processState.__database = undefined;
    throw error;
  }));
}

async function open(beginning: Beginning): Promise<OpenDatabase> {
  const url = config().databaseUrl;
  if (url) return (await import('./postgresql')).openPostgresql(url);
  return (await import('./pglite')).openPglite(config().dataDir, beginning);
}

/** Tests only: replaces the open database; null removes it. */
export function useDatabase(database: OpenDatabase | null): void {
  processState.__database = database ? Promise.resolve(database) : undefined;
}

export async function closeDatabase(): Promise<void> {
  const database = await processState.__database?.catch(() => null);
  processState.__database = undefined;
  await database?.close();
}

export async function db(): Promise<PrismaClient> {
  return (await openDatabase()).client;
}

const maxAttempts = 3;

/**
 * At most two seconds, and it blocks the embedded database: never call another service inside (M7). A transaction that PostgreSQL aborts
 * as a deadlock's victim or for a serialisation conflict runs again.
 */
export async function transaction<Value>(work: (tx: Tx) => Promise<Value>, { timeoutMs = 2000 } = {}): Promise<Value> {
  const client = await db();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.$transaction(work, { maxWait: 5000, timeout: timeoutMs });
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

/** Prisma's P2034, or PostgreSQL's code in a raw query's error. */
const isConflict = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2034' || /\b(?:40P01|40001)\b|deadlock detected/.test(error.message));

/** Cannot connect, connection lost, too many; P1018 and P2028: a transaction that exceeded its time. */
const connectionCodes = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1017', 'P1018', 'P2024', 'P2028', 'P2037']);

/** The drivers' messages where Prisma has no code, as in raw queries. */
const downMessages = new RegExp([
  'DriverAdapterError', 'ECONNREFUSED', 'ECONNRESET', 'Connection terminated', 'terminating connection', 'timeout exceeded when trying to connect',
  'DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'the database system is', 'statement timeout',
  'Query read timeout', 'is not queryable', 'Transaction already closed', 'PGlite is closed',
].join('|'), 'i');

/** Whether an error means that the database cannot be reached or is too slow, rather than a programming error. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && connectionCodes.has(error.code)) return true;
  const text = error instanceof Error ? `${error.name} ${error.message} ${adapterCauseOf(error)}` : '';
  return downMessages.test(text) && !/constraint/i.test(text);
}

/** For a raw query Prisma reports only P2010; the adapter's error has the cause. */
function adapterCauseOf(error: Error): string {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return '';
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: unknown };
  return JSON.stringify(cause ?? '');
}

export const databaseDown = () => unavailable('database-down');

/** Prisma's unique-constraint error (P2002): the same row was written first by another request. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Prisma's foreign-key error (P2003): the referenced row does not exist, such as the user of a `{userId}`. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2003' || /ForeignKeyConstraintViolation|\b23503\b/.test(adapterCauseOf(error)));

export { Prisma };
