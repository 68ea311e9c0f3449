import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { resetDatabase } from '@/tests/support/database';
import { db, Prisma, transaction } from './client';
import { jsonColumns } from './prisma-adapter';

beforeEach(resetDatabase);

test('knows every JSON column of the schema [O5]', () => {
  const found: Record<string, string[]> = {};
  let model = '';
  for (const line of readFileSync('prisma/schema.prisma', 'utf8').split('\n')) {
    model = /^model (\w+)/.exec(line)?.[1] ?? model;
    const column = /^\s+(\w+)\s+Json\b/.exec(line)?.[1];
    if (column) found[model] = [...(found[model] ?? []), column];
  }
  expect(jsonColumns).toEqual(found);
});

test('removes undefined members from JSON at every depth, for every kind of write and inside transactions [O5]', async () => {
  const buildValue = () => ({ kept: 'x', left: undefined, at: [{ kept: null, left: undefined }] });
  const client = await db();
  await client.fact.create({ data: { name: 'one', value: buildValue() } });
  await client.fact.createMany({ data: [{ name: 'two', value: buildValue() }] });
  await client.fact.update({ where: { name: 'two' }, data: { value: buildValue() } });
  await transaction((tx) =>
    tx.fact.upsert({
      where: { name: 'three' },
      create: { name: 'three', value: buildValue() },
      update: { value: buildValue() },
    }),
  );
  const kept = { kept: 'x', at: [{ kept: null }] };
  expect((await client.fact.findMany({ orderBy: { name: 'asc' } })).map((fact) => fact.value)).toEqual([
    kept,
    kept,
    kept,
  ]);
});

test('still refuses an undefined condition, which would match every row [O5]', async () => {
  const client = await db();
  await client.fact.create({ data: { name: 'one', value: 1 } });
  await expect(client.fact.deleteMany({ where: { name: undefined as unknown as string } })).rejects.toThrow(
    /undefined/,
  );
  await expect(
    client.fact.updateMany({ where: { name: undefined as unknown as string }, data: { value: Prisma.JsonNull } }),
  ).rejects.toThrow(/undefined/);
});
