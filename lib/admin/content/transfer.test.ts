import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/content/form/form-node';
import { readHomePage } from '@/lib/content/pages';
import { actorFor } from '@/lib/testing/actors';
import { publishedContent } from '@/lib/testing/content/content-folder';
import { freshDatabase } from '@/lib/testing/database';
import { copyBlock, publishDraft, saveDraft } from './change-content';
import { exportContent, importContent } from './transfer';
import { requireDocument } from './versions';

const now = new Date('2026-11-21T10:00:00Z');
const editor = actorFor('editor');
let target: string;

publishedContent();
beforeEach(() => void (target = mkdtempSync(join(tmpdir(), 'exported-'))));
afterEach(() => rmSync(target, { recursive: true }));

/** A new block, as the first of the home page. */
async function addBlock(): Promise<void> {
  const { id } = await copyBlock(editor, 'home-page.hero', now);
  expect(id).toBe('home-page.hero-2');
  const { values, version } = await requireDocument(editor, 'pages-components');
  const all = values.all as { homeComponents: JsonValue[] };
  const saved = await saveDraft(editor, 'pages-components', { version, values: { all: { ...all, homeComponents: [{ fileName: 'home-page/hero-2' }, ...all.homeComponents] } } });
  await publishDraft(editor, 'pages-components', { version: saved.version, number: 0 }, now);
}

const firstBlock = async () => (await readHomePage('en'))?.blocks[0]?.fileName;

test('N5 a block that was made in administration is imported on another machine, and the page that shows it', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  expect(await importContent(target, now)).toEqual({ published: ['home-page.hero-2', 'pages-components'], refused: [] });
  expect(await requireDocument(editor, 'home-page.hero-2')).toMatchObject({ shown: { de: { fileName: 'home-page/hero-2' } } });
  expect(await firstBlock()).toBe('home-page/hero-2');
  expect(await importContent(target, now)).toEqual({ published: [], refused: [] });
});

test('N5 such a block that breaks a rule is named, and so is the page that wants it', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  const file = join(target, 'midan/de/home-page/hero-2.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), title: '' }));
  const { published, refused } = await importContent(target, now);
  expect([published, refused.map((line) => line.split(':')[0])]).toEqual([[], ['home-page.hero-2', 'pages-components']]);
});

test('N5 a folder without content changes nothing', async () => {
  expect(await importContent(join(target, 'nowhere'), now)).toEqual({ published: [], refused: [] });
});
