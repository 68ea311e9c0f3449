import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contentVersionsTag } from '@/lib/cache/content-overlay';
import { invalidate } from '@/lib/cache/invalidate';
import type { JsonValue } from '@/lib/content/form/form-node';
import { withValueAt } from '@/lib/content/form/pointer';
import { readBlock, readFooter } from '@/lib/content/read';
import { db } from '@/lib/database/client';
import { actorFor } from '@/lib/testing/actors';
import { publishedContent } from '@/lib/testing/content/content-folder';
import { publishDraft, saveDraft } from './change-content';
import type { Values } from './documents';
import { requireDocument } from './versions';

const now = new Date('2026-11-21T10:00:00Z');
const editor = actorFor('editor', { totpAt: now });

const { file } = publishedContent();

const json = (path: string) => JSON.parse(readFileSync(file(path), 'utf8')) as { [key: string]: JsonValue };

/** A version published before a migration, and one without a body after it. */
async function publishedBefore(document: string, body: object): Promise<void> {
  const client = await db();
  await client.contentVersion.createMany({ data: [
    { document, number: 1, body: JSON.stringify(body), filesHash: 'x', publishedAt: now },
    { document, number: 2, body: null, filesHash: 'x', publishedAt: null },
  ] });
}

async function migrate(name: string): Promise<void> {
  const client = await db();
  await client.$executeRawUnsafe(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'));
  invalidate(contentVersionsTag);
}

it('N5 B5 R21 a footer that was published before its links were content keeps them, and can be published without', async () => {
  const { columns, ...before } = json('common/footer.json');
  await publishedBefore('midan/common/footer.json', { all: before });
  await migrate('0036_footer_columns');
  expect(await readFooter()).toEqual({ ...before, columns });
  const { version, values } = await requireDocument(editor, 'common.footer');
  const saved = await saveDraft(editor, 'common.footer', { version, values: withValueAt(values, ['all', 'columns'], []) as Values });
  await publishDraft(editor, 'common.footer', { version: saved.version, number: 0 }, now);
  expect((await readFooter())?.columns).toEqual([]);
});

it('N5 C1 R21 who published the home page\'s block of courses before it showed them has them still', async () => {
  const { layout, ...before } = json('en/home-page/learn.json');
  await publishedBefore('midan/*/home-page/learn.json', { ar: before, en: { ...before, title: 'Own words' }, de: before });
  await migrate('0037_courses_of_the_home_page');
  for (const [lang, title] of [['ar', before.title], ['en', 'Own words']] as const) expect(await readBlock(lang, 'home-page/learn')).toMatchObject({ layout, title });
});
