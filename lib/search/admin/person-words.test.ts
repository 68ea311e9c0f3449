import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDatabase, db, useDatabase } from '@/lib/database/client';
import { applyMigrations } from '@/lib/database/migrations';
import { openPostgresql } from '@/lib/database/postgresql';
import { fold } from '@/lib/fold';
import { listPictures } from '@/lib/pictures/admin/pictures';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { findUserIds } from './find-users-and-orders';

const now = new Date('2026-11-22T10:00:00Z');
const ideograph = /\p{Script=Han}|\p{Script=Hangul}/u;
/** Capitals beyond Latin, Greek, Cyrillic and Armenian do not occur in names. */
const isRareCapital = (letter: string): boolean =>
  [...letter.normalize('NFKD')].some((part) => part > '\u058f' && part !== 'ẞ' && part.toLowerCase() !== part);

/** Every letter and mark that a name may contain. Ideographs are left out: they have no capitals or other spellings. */
function* yieldLetters(): Generator<string> {
  for (let code = 0x20; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (
      /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(letter) &&
      !ideograph.test(letter) &&
      !isRareCapital(letter)
    )
      yield letter;
  }
}

test('the database folds every letter of a name as the program folds the query [O10, V13]', async () => {
  await resetDatabase();
  const names = [...yieldLetters()]
    .map((letter) => `x${letter}y`)
    .filter((name) => /^[\p{L}\p{N}]+$/u.test(fold(name)));
  const rows = await (
    await db()
  ).$queryRaw<Array<{ name: string; words: string[]; plain: string }>>`
    SELECT name, tsvector_to_array(person_words(name, NULL, NULL)) AS words, normalize(name, NFKD) AS plain FROM unnest(${names}::text[]) AS name`;
  expect(rows.length).toBeGreaterThan(5000);
  // Node may know letters of a newer Unicode version than the database.
  const wrong = rows
    .filter(({ name, words, plain }) => plain === name.normalize('NFKD') && words.join(' ') !== fold(name))
    .map(({ name, words }) => `${name} ${name.codePointAt(1)!.toString(16)}: ${words.join(' ')}, not ${fold(name)}`);
  expect(wrong).toEqual([]);
});

const server = process.env.TEST_DATABASE_URL;

async function createDatabaseWith(locale: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(
    `CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C' ${locale === 'C' ? '' : `LOCALE_PROVIDER icu ICU_LOCALE '${locale}'`}`,
  );
  await client.end();
  return Object.assign(new URL(server!), { pathname: `/${name}` }).href;
}

describe.skipIf(!server)('on PostgreSQL with another collation', () => {
  afterEach(closeDatabase);

  test.each(['tr-TR', 'C', 'en-US', 'ar-EG'])('finds people and pictures in a database of %s [O10]', async (locale) => {
    const database = await openPostgresql(await createDatabaseWith(locale));
    useDatabase(database);
    await applyMigrations(database);
    const { client } = database;
    const people = {
      istanbul: 'ISIL IŞIK',
      irina: 'ИРИНА',
      nikos: 'ΝΙΚΟΣ',
      jorg: 'JÖRG WEIẞ',
      mona: 'منى',
      emil: 'ÉMILE',
    };
    for (const [id, name] of Object.entries(people))
      await client.user.create({
        data: { id, name, email: `${id.toUpperCase()}@INFO.EXAMPLE` },
        select: { id: true },
      });
    const asked = {
      isil: 'istanbul',
      ISIK: 'istanbul',
      ирина: 'irina',
      νικος: 'nikos',
      Νίκος: 'nikos',
      weiss: 'jorg',
      'jorg@info.example': 'jorg',
      'IRINA@INFO': 'irina',
      مني: 'mona',
      émile: 'emil',
    };
    for (const [q, id] of Object.entries(asked)) expect([q, await findUserIds(q)]).toEqual([q, [id]]);
    await client.picture.create({
      data: {
        id: 'p',
        hash: 'p',
        name: 'IMAGE.PNG',
        format: 'png',
        bytes: 1,
        width: 1,
        height: 1,
        frames: 1,
        alt: { ar: 'منى', en: 'İzmir', de: 'GRÖßE' },
      },
      select: { id: true },
    });
    const admin = buildActor('admin', { totpAt: now });
    for (const q of ['image', 'Image.png', 'izmir', 'größe', 'grosse', 'مني'])
      expect([q, (await listPictures(admin, { page: 1, q })).rows.length]).toEqual([q, 1]);
  });
});
