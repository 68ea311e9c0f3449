import { expect, it } from 'vitest';
import { db } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { storeSearchVisits } from './start-service';

it('adds up the counts of two processes for the day in Cairo [O6]', async () => {
  await resetDatabase();
  const lateEvening = new Date('2026-11-21T22:30:00Z');
  await storeSearchVisits(
    new Map([
      ['ar', 3],
      ['en', 1],
    ]),
    lateEvening,
  );
  await storeSearchVisits(new Map([['ar', 4]]), lateEvening);
  expect(await (await db()).searchVisit.findMany({ orderBy: { lang: 'asc' } })).toEqual([
    { day: '2026-11-22', lang: 'ar', count: 7 },
    { day: '2026-11-22', lang: 'en', count: 1 },
  ]);
});
