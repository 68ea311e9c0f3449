import 'server-only';
import type { PrismaClient } from '@/generated/prisma/client';
import { Prisma } from '@/generated/prisma/client';
import { config } from '@/lib/config/config';
import { Problem, unavailable } from '@/lib/problem';
import { runWithAfterCommit } from '@/lib/process/after-commit';
import { processState } from '@/lib/process/process-state';
import type { OpenMode } from './installation';
import type { OpenDatabase } from './open-database';

export type Tx = Prisma.TransactionClient;
export type Database = PrismaClient;

const state = processState('database', () => ({ database: undefined as Promise<OpenDatabase> | undefined }));

export function openDatabase(mode: OpenMode = 'existing'): Promise<OpenDatabase> {
  return (state.database ??= connect(mode).catch((error: unknown) => {
    state.database = undefined;
    throw error;
  }));
}

async function connect(mode: OpenMode): Promise<OpenDatabase> {
  const url = config().databaseUrl;
  if (url) return (await import('./postgresql')).openPostgresql(url);
  return (await import('./pglite')).openPglite(config().dataDir, mode);
}

/** For tests only. */
export function useDatabase(database: OpenDatabase | null): void {
  state.database = database ? Promise.resolve(database) : undefined;
}

export async function closeDatabase(): Promise<void> {
  const database = await state.database?.catch(() => null);
  state.database = undefined;
  await database?.close();
}

export async function db(): Promise<PrismaClient> {
  return (await openDatabase()).client;
}

const maxAttempts = 3;

/** May take two seconds and blocks the embedded database for that time: never call another service in `work` (M7). */
export async function transaction<Value>(work: (tx: Tx) => Promise<Value>, { timeoutMs = 2000 } = {}): Promise<Value> {
  const client = await db();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runWithAfterCommit(() => client.$transaction(work, { maxWait: 5000, timeout: timeoutMs }));
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2034' || /\b(?:40P01|40001)\b|deadlock detected/.test(error.message));

/** P1018 and P2028 mean that a transaction timed out. */
const connectionCodes = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1017',
  'P1018',
  'P2024',
  'P2028',
  'P2037',
]);

const downMessages = new RegExp(
  [
    'DriverAdapterError',
    'ECONNREFUSED',
    'ECONNRESET',
    'Connection terminated',
    'terminating connection',
    'timeout exceeded when trying to connect',
    'DatabaseNotReachable',
    'ConnectionClosed',
    'SocketTimeout',
    'TooManyConnections',
    'the database system is',
    'statement timeout',
    'Query read timeout',
    'is not queryable',
    'Transaction already closed',
    'PGlite is closed',
  ].join('|'),
  'i',
);

export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && connectionCodes.has(error.code)) return true;
  const text = error instanceof Error ? `${error.name} ${error.message} ${adapterCauseOf(error)}` : '';
  return downMessages.test(text) && !/constraint/i.test(text);
}

/** For a raw query, Prisma reports only P2010. The cause is in the adapter's error. */
function adapterCauseOf(error: Error): string {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return '';
  const { cause } = (error.meta?.driverAdapterError ?? {}) as { cause?: unknown };
  return JSON.stringify(cause ?? '');
}

export const databaseDown = () => unavailable('database-down');

/** True if another request wrote the same row first (P2002). */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

/** Turns a unique-key violation into a conflict: another request created the same row. @throws Problem 409 */
export async function conflictOnDuplicate<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error) ? new Problem(409, 'conflict') : error;
  }
}

/** True if a referenced row does not exist (P2003), for example for an unknown `{userId}`. */
export const isMissingReference = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  (error.code === 'P2003' || /ForeignKeyConstraintViolation|\b23503\b/.test(adapterCauseOf(error)));

export { Prisma };
