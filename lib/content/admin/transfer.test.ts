import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/content/form/form-node';
import { readHomePage } from '@/lib/content/pages';
import { actorFor } from '@/tests/support/actors';
import { publishedContent } from '@/tests/support/content/content-folder';
import { freshDatabase } from '@/tests/support/database';
import { copyBlock, publishDraft, saveDraft } from './change-content';
import { requireDocument } from './documents';
import { exportContent, importContent } from './transfer';

const now = new Date('2026-11-21T10:00:00Z');
const editor = actorFor('editor');
let target: string;

publishedContent();
beforeEach(() => void (target = mkdtempSync(join(tmpdir(), 'exported-'))));
afterEach(() => rmSync(target, { recursive: true }));

async function addBlock(): Promise<void> {
  const { id } = await copyBlock(editor, 'home-page.hero', now);
  expect(id).toBe('home-page.hero-2');
  const { values, version } = await requireDocument(editor, 'pages-components');
  const all = values.all as { homeComponents: JsonValue[] };
  const saved = await saveDraft(editor, 'pages-components', {
    version,
    values: { all: { ...all, homeComponents: [{ fileName: 'home-page/hero-2' }, ...all.homeComponents] } },
  });
  await publishDraft(editor, 'pages-components', { version: saved.version, number: 0 }, now);
}

const firstBlock = async () => (await readHomePage('en'))?.blocks[0]?.fileName;

test('a block created in administration is imported on another machine together with its page [N5]', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  expect(await importContent(target, now)).toEqual({
    published: ['home-page.hero-2', 'pages-components'],
    refused: [],
  });
  expect(await requireDocument(editor, 'home-page.hero-2')).toMatchObject({
    shown: { de: { fileName: 'home-page/hero-2' } },
  });
  expect(await firstBlock()).toBe('home-page/hero-2');
  expect(await importContent(target, now)).toEqual({ published: [], refused: [] });
});

test('an invalid block is reported, and so is the page that lists it [N5]', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  const file = join(target, 'midan/de/home-page/hero-2.json');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), title: '' }));
  const { published, refused } = await importContent(target, now);
  expect([published, refused.map((line) => line.split(':')[0])]).toEqual([
    [],
    ['home-page.hero-2', 'pages-components'],
  ]);
});

test('a file with a syntax error is reported, and its document is skipped [N5]', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  writeFileSync(join(target, 'midan/de/home-page/hero-2.json'), '{"title" "Held"}');
  const { published, refused } = await importContent(target, now);
  expect(published).not.toContain('home-page.hero-2');
  expect(refused[0]).toMatch(/^midan\/de\/home-page\/hero-2\.json: cannot be read: .*JSON/);
});

test('a file too long for memory is reported, and its document is skipped [N5]', async () => {
  await addBlock();
  await exportContent(target);
  await freshDatabase();
  truncateSync(join(target, 'midan/de/home-page/hero-2.json'), 700_000_000);
  const { refused } = await importContent(target, now);
  expect(refused[0]).toBe('midan/de/home-page/hero-2.json: cannot be read: larger than 2097152 bytes');
});

test('a folder without content changes nothing [N5]', async () => {
  expect(await importContent(join(target, 'nowhere'), now)).toEqual({ published: [], refused: [] });
});
