import type { PrismaClient } from '@/generated/prisma/client';
import { Prisma } from '@/generated/prisma/client';
import { config } from '@/lib/config/config';
import type { Beginning } from './installation';
import type { OpenDatabase } from './open-database';
import { unavailable } from '@/lib/problem';

/** What a transaction's callback gets; domain functions that take part in one accept it. */
export type Tx = Prisma.TransactionClient;
export type Database = PrismaClient;

const held = globalThis as { __database?: Promise<OpenDatabase> | undefined };

/** Opens the configured database once a process; the promise is shared by instrumentation, routes and jobs. */
export function openDatabase(beginning?: Beginning): Promise<OpenDatabase> {
  return (held.__database ??= open(beginning).catch((error: unknown) => {
    held.__database = undefined;
    throw error;
  }));
}

async function open(beginning?: Beginning): Promise<OpenDatabase> {
  const url = config().databaseUrl;
  if (url) return (await import('./postgresql')).openPostgresql(url);
  return (await import('./pglite')).openPglite(config().dataDir, beginning);
}

/** Puts a ready database in place (tests), or null to forget the present one. */
export function useDatabase(database: OpenDatabase | null): void {
  held.__database = database ? Promise.resolve(database) : undefined;
}

export async function closeDatabase(): Promise<void> {
  const database = await held.__database?.catch(() => null);
  held.__database = undefined;
  await database?.close();
}

export async function db(): Promise<PrismaClient> {
  return (await openDatabase()).client;
}

const mostTries = 3;

/**
 * Serialised where rows are locked; at most two seconds while somebody waits, so never call anything outside from inside (fault M7).
 * PostgreSQL ends one of two that wait for each other: that one, of which nothing is left, runs again.
 */
export async function transaction<Value>(work: (tx: Tx) => Promise<Value>, { timeoutMilliseconds = 2000 } = {}): Promise<Value> {
  const client = await db();
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.$transaction(work, { maxWait: 5000, timeout: timeoutMilliseconds });
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error;
    }
  }
}

/** Prisma's P2034, or what PostgreSQL says to a raw query. */
const isConflict = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2034' || /\b(?:40P01|40001)\b|deadlock detected/.test(error.message));

/** Cannot connect, connection lost, too many; P1018 and P2028: a transaction that waited or took too long and was ended. */
const connectionCodes = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1017', 'P1018', 'P2024', 'P2028', 'P2037']);

/** What the drivers say where Prisma has no code for it, as in raw queries. */
const downWords = new RegExp([
  'DriverAdapterError', 'ECONNREFUSED', 'ECONNRESET', 'Connection terminated', 'terminating connection', 'timeout exceeded when trying to connect',
  'DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'the database system is', 'statement timeout',
  'Query read timeout', 'is not queryable', 'Transaction already closed', 'PGlite is closed',
].join('|'), 'i');

/** Whether an error means that the database cannot be reached or is too slow, as against a mistake of ours. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && connectionCodes.has(error.code)) return true;
  const text = error instanceof Error ? `${error.name} ${error.message} ${adapterCauseOf(error)}` : '';
  return downWords.test(text) && !/constraint/i.test(text);
}

/** Of a raw query Prisma says only that it failed (P2010); why, the adapter has said. */
function adapterCauseOf(error: Error): string {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return '';
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: unknown };
  return JSON.stringify(cause ?? '');
}

export const databaseDown = () => unavailable('database-down');

/** The unique-constraint error of Prisma (P2002): somebody else wrote the same row first. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** A row was to be written for something that is not there (P2003), such as the account of a `{userId}` that nobody has. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2003' || /ForeignKeyConstraintViolation|\b23503\b/.test(adapterCauseOf(error)));

export { Prisma };
