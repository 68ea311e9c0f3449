import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/content/form/form-node';
import { type Path, valueAt, withValueAt } from '@/lib/content/form/values';
import { readBlock, readStyle } from '@/lib/content/read';
import { readMessages } from '@/lib/i18n/messages';
import { buildActor } from '@/tests/support/actors';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { matchProblem } from '@/tests/support/problems';
import { confirmPublished, discardDraft, publishDraft, restoreVersion, saveDraft } from './change-content';
import { listVersions, requireDocument, type Values } from './documents';
import { exportContent, importContent } from './transfer';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor', { totpAt: now });
const other = buildActor('editor', { totpAt: now });
const hero = 'home-page.hero';

const { file } = createPublishedContent();

function deploy(path: string, ...changes: Array<[Path, JsonValue]>): void {
  const before = JSON.parse(readFileSync(file(path), 'utf8')) as JsonValue;
  const after = changes.reduce<JsonValue>((value, [place, next]) => withValueAt(value, place, next) ?? value, before);
  writeFileSync(file(path), `${JSON.stringify(after, null, 2)}\n`);
}

async function edit(id: string, path: Path, value: JsonValue): Promise<number> {
  const { version, values } = await requireDocument(editor, id);
  return (await saveDraft(editor, id, { version, values: withValueAt(values, path, value) as Values })).version;
}
const publish = async (id: string, path: Path, value: JsonValue) =>
  publishDraft(editor, id, { version: await edit(id, path, value), number: 0 }, now);
const readText = async (path: Path) => valueAt(await readMessages('en'), path);
const readTitle = async () => (await readBlock('en', 'home-page/hero'))?.title;

describe('a release adds texts and colours to published files [N5, B10]', () => {
  const deployRelease = (lang: string) =>
    deploy(
      `i18n/${lang}.json`,
      [['site', 'brand_new'], 'New'],
      [['new_group'], { first: 'First' }],
      [['tab_services'], { long: 'Our services' }],
    );

  it('visitors see the added texts, and the published ones unchanged [N5, B10]', async () => {
    await publish('i18n', ['en', 'tab_home'], 'Start');
    expect([await readText(['tab_home']), await readText(['site', 'brand_new'])]).toEqual(['Start', undefined]);
    for (const lang of ['ar', 'en', 'de']) deployRelease(lang);
    expect([
      await readText(['tab_home']),
      await readText(['site', 'brand_new']),
      await readText(['new_group']),
    ]).toEqual(['Start', 'New', { first: 'First' }]);
    expect(await readText(['tab_services'])).toEqual({ long: 'Our services' });
  });

  it('the form has fields for the added texts; publishing, restoring and exporting still work [N5]', async () => {
    await publish('i18n', ['en', 'tab_home'], 'Start');
    for (const lang of ['ar', 'en', 'de']) deployRelease(lang);
    expect(valueAt((await requireDocument(editor, 'i18n')).values, ['de', 'site', 'brand_new'])).toBe('New');
    await publish('i18n', ['en', 'site', 'brand_new'], 'Changed');
    expect([await readText(['tab_home']), await readText(['site', 'brand_new'])]).toEqual(['Start', 'Changed']);
    await restoreVersion(editor, 'i18n', { version: 2, number: 1 }, now);
    expect([await readText(['tab_home']), await readText(['site', 'brand_new'])]).toEqual(['Start', 'New']);
    const target = mkdtempSync(join(tmpdir(), 'export-'));
    await exportContent(target);
    const exported = JSON.parse(readFileSync(join(target, 'midan/i18n/en.json'), 'utf8')) as JsonValue;
    expect([valueAt(exported, ['tab_home']), valueAt(exported, ['new_group', 'first'])]).toEqual(['Start', 'First']);
    expect(await importContent(target, now)).toEqual({ published: [], refused: [] });
    rmSync(target, { recursive: true });
  });

  it('an added colour appears on the site together with the published ones [N5]', async () => {
    await publish('style', ['all', '--ink'], '#000000');
    deploy('style.json', [['--brand-new'], '#123456']);
    expect(await readStyle()).toMatchObject({ '--ink': '#000000', '--brand-new': '#123456' });
  });
});

describe('a draft survives what other editors decide [N5]', () => {
  const readDraftTitle = async () => {
    const { isDraft, values } = await requireDocument(editor, hero);
    return [isDraft, valueAt(values, ['en', 'title'])];
  };
  const begin = async (): Promise<number> => {
    await publish(hero, ['en', 'title'], 'Published');
    const version = await edit(hero, ['en', 'title'], 'Half written');
    deploy('en/home-page/hero.json', [['title'], 'Deployed']);
    return version;
  };

  it('keeping the published version only marks the files as known [N5]', async () => {
    const version = await begin();
    const state = await confirmPublished(other, hero, { version, number: 0 });
    expect(state).toMatchObject({ version, published: 1, filesDiffer: false });
    expect([await readTitle(), await readDraftTitle()]).toEqual(['Published', [true, 'Half written']]);
    await expect(confirmPublished(other, 'home-page.grow', { version: 0, number: 0 })).rejects.toEqual(
      matchProblem(404, 'not-found'),
    );
  });

  it('restoring the files or an older version, or importing, leaves the draft as the newest version [N5]', async () => {
    const version = await begin();
    await restoreVersion(other, hero, { version, number: 0 }, now);
    expect([await readTitle(), await readDraftTitle()]).toEqual(['Deployed', [true, 'Half written']]);
    await restoreVersion(other, hero, { version: version + 2, number: 1 }, now);
    expect([await readTitle(), await readDraftTitle()]).toEqual(['Published', [true, 'Half written']]);
    deploy('de/home-page/hero.json', [['title'], 'Importiert']);
    expect((await importContent(undefined, now)).published).toEqual([hero]);
    expect([(await readBlock('de', 'home-page/hero'))?.title, await readDraftTitle()]).toEqual([
      'Importiert',
      [true, 'Half written'],
    ]);
    expect(
      (await listVersions(editor, hero))
        .map(({ number, publishedAt, restoredFrom }) => [number, publishedAt === null, restoredFrom])
        .slice(0, 3),
    ).toEqual([
      [8, true, 6],
      [7, false, null],
      [6, true, 4],
    ]);
  });

  it('publishing a draft from the history leaves no draft [N5]', async () => {
    const version = await begin();
    await restoreVersion(other, hero, { version, number: version }, now);
    expect([await readTitle(), await readDraftTitle()]).toEqual(['Half written', [false, 'Half written']]);
  });

  it('discarding a draft leaves the site unchanged, and the history can bring the draft back [N5]', async () => {
    const version = await begin();
    await discardDraft(other, hero, { version, number: 0 }, now);
    expect([await readTitle(), await readDraftTitle(), (await requireDocument(editor, hero)).filesDiffer]).toEqual([
      'Published',
      [false, 'Published'],
      true,
    ]);
    await expect(discardDraft(other, hero, { version: version + 1, number: 0 }, now)).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
    await restoreVersion(other, hero, { version: version + 1, number: version }, now);
    expect(await readTitle()).toBe('Half written');
  });

  it('discarding a draft of unpublished content leaves the files on the site [N5]', async () => {
    const before = await readTitle();
    const version = await edit(hero, ['en', 'title'], 'Half written');
    await discardDraft(editor, hero, { version, number: 0 }, now);
    expect([await readTitle(), await readDraftTitle(), (await requireDocument(editor, hero)).published]).toEqual([
      before,
      [false, before],
      null,
    ]);
  });
});
