import { describe, expect, it } from 'vitest';
import { resetDatabase } from '@/tests/support/database';
import { vacuumEmbeddedDatabase } from './all-jobs';

describe('vacuuming the embedded database', () => {
  it('removes dead rows and updates the row statistics [A5]', async () => {
    const { client } = await resetDatabase();
    await client.fact.createMany({
      data: Array.from({ length: 500 }, (_, index) => ({ name: `fact ${index}`, value: index })),
    });
    const readStatistics = async () => {
      const [row] = await client.$queryRaw<Array<{ rows: number; seen: number }>>`
        SELECT reltuples::int AS rows, relallvisible AS seen FROM pg_class WHERE oid = '"Fact"'::regclass`;
      return row;
    };
    expect((await readStatistics())?.rows).not.toBe(500);
    await vacuumEmbeddedDatabase(new Date(), new AbortController().signal);
    expect((await readStatistics())?.rows).toBe(500);
    expect((await readStatistics())?.seen).toBeGreaterThan(0);
  });
});
