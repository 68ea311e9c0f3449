import { beforeEach, describe, expect, it } from 'vitest';
import { openBlankDatabase } from '@/tests/support/database';
import type { OpenDatabase } from './open-database';

let database: OpenDatabase;

const countRows = async (table: string): Promise<number | undefined> => {
  const [found] = await database.client.$queryRawUnsafe<Array<{ rows: number }>>(
    `SELECT count(*)::int AS rows FROM ${table}`,
  );
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

describe('a database error is never treated as success', () => {
  beforeEach(async () => {
    database = await openBlankDatabase();
    await database.client.$executeRaw`CREATE TABLE parent (id int PRIMARY KEY)`;
    await database.client
      .$executeRaw`CREATE TABLE child (id int, parent int REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`;
    return () => database.close();
  });

  it('a failed COMMIT is an error [X32, I4]', async () => {
    const work = database.client.$transaction(
      async (tx) => void (await tx.$executeRaw`INSERT INTO child VALUES (1, 99)`),
    );
    await expect(work).rejects.toThrow(/foreign key|constraint/i);
    expect(await countRows('child')).toBe(0);
    await database.client.$transaction(async (tx) => void (await tx.$executeRaw`INSERT INTO parent VALUES (1)`));
    expect(await countRows('parent')).toBe(1);
  });

  it('a transaction that ignored a failed statement is an error, and its connection is released [X32, I4]', async () => {
    const work = database.client.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO parent VALUES (1)`;
      await tx.$executeRaw`SELECT 1 / 0`.catch(() => undefined);
    });
    await expect(work).rejects.toThrow(/division by zero/);
    expect(await countRows('parent')).toBe(0);
    await Promise.all(
      Array.from({ length: 12 }, (_, id) => database.client.$executeRaw`INSERT INTO parent VALUES (${id})`),
    );
    expect(await countRows('parent')).toBe(12);
  });

  it.each([
    'SELECT 1/0;',
    'ALTER TABLE parent ADD COLUMN x nothing;',
    'ALTER TABLE missing ADD COLUMN x int;',
    'BEGIN; SELECT 1/0; COMMIT;',
  ])('a failing script is awaited and leaves nothing: %s [X32, R21]', async (fault) => {
    await expect(runScript(`CREATE TABLE half (id int); ${fault}`)).rejects.toThrow();
    const [found] = await database.client.$queryRaw<
      Array<{ half: string | null }>
    >`SELECT to_regclass('half')::text AS half`;
    expect(found?.half).toBeNull();
  });

  it('a script is not split at semicolons inside its texts [R21]', async () => {
    await runScript(
      `CREATE FUNCTION twice(n int) RETURNS int AS $$ BEGIN RETURN n * 2; END $$ LANGUAGE plpgsql; CREATE TABLE words AS SELECT 'a;b' AS word;`,
    );
    expect(await database.client.$queryRaw`SELECT word, twice(2) FROM words`).toEqual([{ word: 'a;b', twice: 4 }]);
  });
});
