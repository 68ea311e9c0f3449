import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '@/generated/prisma/client';

export interface ScriptConnection {
  query(sql: string, values?: unknown[]): Promise<Array<Record<string, unknown>>>;
  script(sql: string): Promise<void>;
}

export interface OpenDatabase {
  client: PrismaClient;
  unhurried(): PrismaClient;
  scripted<Value>(work: (connection: ScriptConnection) => Promise<Value>): Promise<Value>;
  factory: SqlMigrationAwareDriverAdapterFactory;
  kind: 'pglite' | 'postgresql';
  /** The folder's name in DATA_DIR, or `postgresql://host:port/name` without credentials. */
  address: string;
  close(): Promise<void>;
}
