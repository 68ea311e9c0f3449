import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import { PreparedStatements } from './prepared-statements';

let pglite: PGlite;
let statements: PreparedStatements;
const insert = 'INSERT INTO thing (id, name, tags, data, made, bytes) VALUES ($1, $2, $3, $4, $5, $6)';
const select = 'SELECT id, name, tags, data, made, bytes FROM thing WHERE id = $1';
const thing = [1, "it's", ['a', 'b,c'], { x: [1] }, new Date('2026-01-02T03:04:05Z'), new Uint8Array([0, 255])];

beforeAll(async () => void (pglite = await PGlite.create()));
afterAll(() => pglite.close());
beforeEach(async () => {
  await pglite.exec('DEALLOCATE ALL; DROP TABLE IF EXISTS thing; CREATE TABLE thing (id int primary key, name text, tags text[], data jsonb, made timestamptz, bytes bytea)');
  statements = new PreparedStatements(pglite);
});
const messagesOf = async (work: () => Promise<unknown>) => {
  const sent = vi.spyOn(pglite, 'execProtocolStream');
  await work();
  const count = sent.mock.calls.length;
  sent.mockRestore();
  return count;
};

it('O5 a statement is parsed once and then takes one message', async () => {
  expect(await messagesOf(() => statements.query(select, [1]))).toBe(2);
  expect(await messagesOf(() => statements.query(select, [2]))).toBe(1);
});

it('O5 answers as PGlite itself does, in every type', async () => {
  expect(await statements.query(insert, thing)).toMatchObject({ affectedRows: 1, rows: [] });
  await statements.query(insert, [2, null, null, null, null, null]);
  for (const id of [1, 2]) {
    for (const options of [{}, { rowMode: 'array' as const }]) expect(await statements.query(select, [id], options)).toEqual(await pglite.query(select, [id], options));
  }
  expect(await statements.query('UPDATE thing SET name = $1', ['x'])).toMatchObject({ affectedRows: 2 });
});

it('O5 a failed statement says why, and the next one works', async () => {
  await expect(statements.query('SELECT nothing FROM thing')).rejects.toMatchObject({ code: '42703' });
  await statements.query(insert, thing);
  await expect(statements.query(insert, thing)).rejects.toMatchObject({ code: '23505' });
  expect((await statements.query(select, [1])).rows).toHaveLength(1);
});

it('I4 takes part in a transaction, and what that one wrote goes with it', async () => {
  const work = pglite.transaction(async () => {
    await statements.queryInTransaction(insert, thing);
    await expect(statements.queryInTransaction(insert, thing)).rejects.toMatchObject({ code: '23505' });
    await expect(statements.queryInTransaction(select, [1])).rejects.toMatchObject({ code: '25P02' });
    throw new Error('over');
  });
  await expect(work).rejects.toThrow('over');
  expect((await statements.query(select, [1])).rows).toEqual([]);
});

it('O5 after a script that changed a column it is parsed anew', async () => {
  await statements.query(insert, thing);
  await statements.query(select, [1]);
  await pglite.exec('ALTER TABLE thing ALTER COLUMN name TYPE int USING 7');
  statements.forget();
  expect((await statements.query(select, [1])).rows).toMatchObject([{ name: 7 }]);
});

it('O5 the database holds only as many as are remembered', async () => {
  for (let number = 0; number < 700; number += 1) await statements.query(`SELECT ${number} FROM thing`);
  const { rows } = await pglite.query<{ count: number }>('SELECT count(*)::int AS count FROM pg_prepared_statements');
  expect(rows[0]?.count).toBeLessThanOrEqual(302);
});

it('O5 many at a time do not meet each other', async () => {
  await statements.query(insert, thing);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => (number === 25 ? (statements.forget(), statements.query(`SELECT ${number} AS id`)) : statements.query(select, [1]))));
  expect(answers.map(({ rows }) => rows.length)).toEqual(Array.from({ length: 50 }, () => 1));
});
