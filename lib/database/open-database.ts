import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '@/generated/prisma/client';

/** A transaction of `scripted`. Both methods wait until the server has finished. */
export interface ScriptConnection {
  query(sql: string, values?: unknown[]): Promise<Array<Record<string, unknown>>>;
  /** Any number of statements, such as a migration's file. */
  script(sql: string): Promise<void>;
}

/** An open database of either kind. */
export interface OpenDatabase {
  client: PrismaClient;
  /** The same database without the time limits of a request's query: for long work. */
  unhurried(): PrismaClient;
  /** One transaction without time limits that may run scripts; rolled back when `work` throws. */
  scripted<Value>(work: (connection: ScriptConnection) => Promise<Value>): Promise<Value>;
  /** For Prisma's schema engine. */
  factory: SqlMigrationAwareDriverAdapterFactory;
  kind: 'pglite' | 'postgresql';
  /** Location without credentials: the folder's name in DATA_DIR, or `postgresql://host:port/name`. */
  address: string;
  close(): Promise<void>;
}
