import type { PrismaClient } from '@/generated/prisma/client';
import { Prisma } from '@/generated/prisma/client';
import { config } from './config';
import type { OpenDatabase } from './open-database';
import { unavailable } from './problem';

/** What a transaction's callback gets; domain functions that take part in one accept it. */
export type Tx = Prisma.TransactionClient;
export type Database = PrismaClient;

const held = globalThis as { __database?: Promise<OpenDatabase> | undefined };

/** Opens the configured database once a process; the promise is shared by instrumentation, routes and jobs. */
export function openDatabase(): Promise<OpenDatabase> {
  return (held.__database ??= open().catch((error: unknown) => {
    held.__database = undefined;
    throw error;
  }));
}

async function open(): Promise<OpenDatabase> {
  const url = config().databaseUrl;
  if (url) return (await import('./db-postgresql')).openPostgresql(url);
  return (await import('./db-pglite')).openPglite(config().dataDir);
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

/** Serialised where rows are locked; at most two seconds, so never call anything outside from inside (fault M7). */
export async function transaction<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> {
  return (await db()).$transaction(work, { maxWait: 5000, timeout: 2000 });
}

const connectionCodes = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);

/** Whether an error means that the database cannot be reached or is too slow, as against a mistake of ours. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && connectionCodes.has(error.code)) return true;
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return /DriverAdapterError|ECONNREFUSED|ECONNRESET|Connection terminated|statement timeout|PGlite is closed|DatabaseNotReachable|terminating connection|timeout exceeded when trying to connect/i.test(text)
    && !/constraint/i.test(text);
}

export const databaseDown = () => unavailable('database-down');

/** The unique-constraint error of Prisma (P2002): somebody else wrote the same row first. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';

export { Prisma };
