import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '@/generated/prisma/client';

/** What a transaction of `scripted` may do. Both wait until the server has done it. */
export interface ScriptConnection {
  query(sql: string, values?: unknown[]): Promise<Array<Record<string, unknown>>>;
  /** Any number of statements, as a migration's file has them. */
  script(sql: string): Promise<void>;
}

/** A database in use, whichever of the two it is. */
export interface OpenDatabase {
  client: PrismaClient;
  /** The same database without the time limits of a page's query: for what is kept waiting or takes long on purpose. */
  unhurried(): PrismaClient;
  /** One transaction, without time limits, that may run scripts. Of one that throws nothing stays. */
  scripted<Value>(work: (connection: ScriptConnection) => Promise<Value>): Promise<Value>;
  /** For Prisma's schema engine, which speaks to the same database. */
  factory: SqlMigrationAwareDriverAdapterFactory;
  kind: 'pglite' | 'postgresql';
  /** Where it is, without user or password: the folder's name in DATA_DIR, or `postgresql://host:port/name`. */
  address: string;
  close(): Promise<void>;
}
