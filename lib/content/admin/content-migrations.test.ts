import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { invalidate } from '@/lib/cache/invalidate';
import { contentVersionsTag } from '@/lib/content/content-overlay';
import type { JsonValue } from '@/lib/content/form/form-node';
import { withValueAt } from '@/lib/content/form/values';
import { readBlock, readFooter } from '@/lib/content/read';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { publishDraft, saveDraft } from './change-content';
import { requireDocument, type Values } from './documents';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor', { totpAt: now });

const { file } = createPublishedContent();

const readJson = (path: string) => JSON.parse(readFileSync(file(path), 'utf8')) as { [key: string]: JsonValue };

async function publishOldVersion(document: string, body: object): Promise<void> {
  const client = await db();
  await client.contentVersion.createMany({
    data: [
      { document, number: 1, body: JSON.stringify(body), filesHash: 'x', publishedAt: now },
      { document, number: 2, body: null, filesHash: 'x', publishedAt: null },
    ],
  });
}

async function migrate(name: string): Promise<void> {
  const client = await db();
  await client.$executeRawUnsafe(readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8'));
  invalidate(contentVersionsTag);
}

it('a footer published before its links were content keeps them, and can be published without links [N5, B5, R21]', async () => {
  const { columns, ...before } = readJson('common/footer.json');
  await publishOldVersion('midan/common/footer.json', { all: before });
  await migrate('0036_footer_columns');
  expect(await readFooter()).toEqual({ ...before, columns });
  const { version, values } = await requireDocument(editor, 'common.footer');
  const saved = await saveDraft(editor, 'common.footer', {
    version,
    values: withValueAt(values, ['all', 'columns'], []) as Values,
  });
  await publishDraft(editor, 'common.footer', { version: saved.version, number: 0 }, now);
  expect((await readFooter())?.columns).toEqual([]);
});

it('a courses block of the home page published before it had a layout gets the layout and keeps its title [N5, C1, R21]', async () => {
  const { layout, ...before } = readJson('en/home-page/learn.json');
  await publishOldVersion('midan/*/home-page/learn.json', {
    ar: before,
    en: { ...before, title: 'Own words' },
    de: before,
  });
  await migrate('0037_courses_of_the_home_page');
  for (const [lang, title] of [
    ['ar', before.title],
    ['en', 'Own words'],
  ] as const)
    expect(await readBlock(lang, 'home-page/learn')).toMatchObject({ layout, title });
});
