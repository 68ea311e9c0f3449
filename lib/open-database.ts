import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '@/generated/prisma/client';

/** A database in use, whichever of the two it is. */
export type OpenDatabase = {
  client: PrismaClient;
  /** The same database without the time limits of a page's query: for what is kept waiting or takes long on purpose. */
  unhurried(): PrismaClient;
  /** For the migration engine, which speaks to the same database. */
  factory: SqlMigrationAwareDriverAdapterFactory;
  kind: 'pglite' | 'postgresql';
  close(): Promise<void>;
};
