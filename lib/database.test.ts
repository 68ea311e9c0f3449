import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrationFilters, openEngine, readMigrations, readSchema } from '@/prisma/migration-engine';
import { freshDatabase } from '@/lib/testing/database';
import { lockFolder } from './folder-lock';
import { takeLimit } from './rate-limit';
import { db, transaction } from './db';

describe('database', () => {
  beforeEach(freshDatabase);

  it('O5 migrations and schema say the same', async () => {
    const engine = await openEngine(new PrismaPGlite(new PGlite()));
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [await readSchema()] },
      script: true, exitCode: true, filters: migrationFilters,
    });
    engine.free();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '-- This is an empty migration.\n' });
  });

  it('O5 a failed transaction leaves nothing behind', async () => {
    const work = transaction(async (tx) => {
      await tx.fact.create({ data: { name: 'one', value: 1 } });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await (await db()).fact.count()).toBe(0);
  });

  it('O5 a second process on the same folder is refused by folder and pid', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-'));
    const release = lockFolder(join(folder, 'db.lock'), folder);
    expect(() => lockFolder(join(folder, 'db.lock'), folder)).toThrow(new RegExp(`${folder}.*${process.pid}`));
    release();
    lockFolder(join(folder, 'db.lock'), folder)();
  });

  it('X07 counts parallel uses of a limit exactly', async () => {
    const tries = Array.from({ length: 20 }, () => takeLimit('checkout-user', 'one').then(() => 'taken', () => 'refused'));
    const results = await Promise.all(tries);
    expect(results.filter((result) => result === 'taken')).toHaveLength(10);
  });
});
