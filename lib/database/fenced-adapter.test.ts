import { beforeEach, describe, expect, it } from 'vitest';
import { blankDatabase } from '@/lib/testing/database';
import type { OpenDatabase } from './open-database';

let database: OpenDatabase;

const rowsIn = async (table: string): Promise<number | undefined> => {
  const [found] = await database.client.$queryRawUnsafe<Array<{ rows: number }>>(`SELECT count(*)::int AS rows FROM ${table}`);
  return found?.rows;
};
const runScript = async (script: string): Promise<void> => {
  const connection = await database.factory.connect();
  try {
    await connection.executeScript(script);
  } finally {
    await connection.dispose();
  }
};

describe('what the database refuses is never taken for done', () => {
  beforeEach(async () => {
    database = await blankDatabase();
    await database.client.$executeRaw`CREATE TABLE parent (id int PRIMARY KEY)`;
    await database.client.$executeRaw`CREATE TABLE child (id int, parent int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`;
    return () => database.close();
  });

  it('X32 I4 a COMMIT that fails is an error', async () => {
    const work = database.client.$transaction(async (tx) => void (await tx.$executeRaw`INSERT INTO child VALUES (1, 99)`));
    await expect(work).rejects.toThrow(/foreign key|constraint/i);
    expect(await rowsIn('child')).toBe(0);
    await database.client.$transaction(async (tx) => void (await tx.$executeRaw`INSERT INTO parent VALUES (1)`));
    expect(await rowsIn('parent')).toBe(1);
  });

  it('X32 I4 a transaction whose failed statement was overlooked is an error, and its connection is free again', async () => {
    const work = database.client.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO parent VALUES (1)`;
      await tx.$executeRaw`SELECT 1 / 0`.catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/division by zero/);
    expect(await rowsIn('parent')).toBe(0);
    await Promise.all(Array.from({ length: 12 }, (_, id) => database.client.$executeRaw`INSERT INTO parent VALUES (${id})`));
    expect(await rowsIn('parent')).toBe(12);
  });

  it.each(['SELECT 1/0;', 'ALTER TABLE parent ADD COLUMN x nothing;', 'ALTER TABLE missing ADD COLUMN x int;', 'BEGIN; SELECT 1/0; COMMIT;'])('X32 R21 a script that fails is waited for and leaves nothing: %s', async (fault) => {
    await expect(runScript(`CREATE TABLE half (id int); ${fault}`)).rejects.toThrow();
    const [found] = await database.client.$queryRaw<Array<{ half: string | null }>>`SELECT to_regclass('half')::text AS half`;
    expect(found?.half).toBeNull();
  });

  it('R21 a script is not cut at the semicolons of its texts', async () => {
    await runScript(`CREATE FUNCTION twice(n int) RETURNS int AS $$ BEGIN RETURN n * 2; END $$ LANGUAGE plpgsql; CREATE TABLE words AS SELECT 'a;b' AS word;`);
    expect(await database.client.$queryRaw`SELECT word, twice(2) FROM words`).toEqual([{ word: 'a;b', twice: 4 }]);
  });
});
