import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt, withValueAt, type Path } from '@/lib/content/form/pointer';
import { readBlock, readStyle } from '@/lib/content/read';
import { readMessages } from '@/lib/i18n/messages';
import { actorFor } from '@/lib/testing/actors';
import { publishedContent } from '@/lib/testing/content/content-folder';
import { confirmPublished, discardDraft, publishDraft, restoreVersion, saveDraft } from './change-content';
import type { Values } from './documents';
import { exportContent, importContent } from './transfer';
import { listVersions, requireDocument } from './versions';

const now = new Date('2026-11-21T10:00:00Z');
const editor = actorFor('editor', { totpAt: now });
const other = actorFor('editor', { totpAt: now });
const hero = 'home-page.hero';
const problem = (status: number, key: string) => expect.objectContaining({ status, key });

const { file } = publishedContent();

/** A release changes places of a content file. */
function deploy(path: string, ...changes: Array<[Path, JsonValue]>): void {
  const before = JSON.parse(readFileSync(file(path), 'utf8')) as JsonValue;
  const after = changes.reduce<JsonValue>((value, [place, next]) => withValueAt(value, place, next) ?? value, before);
  writeFileSync(file(path), `${JSON.stringify(after, null, 2)}\n`);
}

async function edit(id: string, path: Path, value: JsonValue): Promise<number> {
  const { version, values } = await requireDocument(editor, id);
  return (await saveDraft(editor, id, { version, values: withValueAt(values, path, value) as Values })).version;
}
const publish = async (id: string, path: Path, value: JsonValue) => publishDraft(editor, id, { version: await edit(id, path, value), number: 0 }, now);
const text = async (path: Path) => valueAt(await readMessages('en'), path);
const titleOf = async () => (await readBlock('en', 'home-page/hero'))?.title;

describe('N5 B10 a release adds texts and colours to files that were published over', () => {
  const release = (lang: string) => deploy(`i18n/${lang}.json`, [['site', 'brand_new'], 'New'], [['new_group'], { first: 'First' }], [['tab_services'], { long: 'Our services' }]);

  it('N5 B10 visitors read the added texts, and the published ones as they were published', async () => {
    await publish('i18n', ['en', 'tab_home'], 'Start');
    expect([await text(['tab_home']), await text(['site', 'brand_new'])]).toEqual(['Start', undefined]);
    for (const lang of ['ar', 'en', 'de']) release(lang);
    expect([await text(['tab_home']), await text(['site', 'brand_new']), await text(['new_group'])]).toEqual(['Start', 'New', { first: 'First' }]);
    expect(await text(['tab_services'])).toEqual({ long: 'Our services' });
  });

  it('N5 the form has fields for them; publishing, restoring and exporting go on', async () => {
    await publish('i18n', ['en', 'tab_home'], 'Start');
    for (const lang of ['ar', 'en', 'de']) release(lang);
    expect(valueAt((await requireDocument(editor, 'i18n')).values, ['de', 'site', 'brand_new'])).toBe('New');
    await publish('i18n', ['en', 'site', 'brand_new'], 'Changed');
    expect([await text(['tab_home']), await text(['site', 'brand_new'])]).toEqual(['Start', 'Changed']);
    await restoreVersion(editor, 'i18n', { version: 2, number: 1 }, now);
    expect([await text(['tab_home']), await text(['site', 'brand_new'])]).toEqual(['Start', 'New']);
    const target = mkdtempSync(join(tmpdir(), 'export-'));
    await exportContent(target);
    const exported = JSON.parse(readFileSync(join(target, 'midan/i18n/en.json'), 'utf8')) as JsonValue;
    expect([valueAt(exported, ['tab_home']), valueAt(exported, ['new_group', 'first'])]).toEqual(['Start', 'First']);
    expect(await importContent(target, now)).toEqual({ published: [], refused: [] });
    rmSync(target, { recursive: true });
  });

  it('N5 a colour that is added is on the site under published ones', async () => {
    await publish('style', ['all', '--ink'], '#000000');
    deploy('style.json', [['--brand-new'], '#123456']);
    expect(await readStyle()).toMatchObject({ '--ink': '#000000', '--brand-new': '#123456' });
  });
});

describe('N5 a draft outlives what others decide', () => {
  const draftTitle = async () => {
    const { isDraft, values } = await requireDocument(editor, hero);
    return [isDraft, valueAt(values, ['en', 'title'])];
  };
  /** Published, then a draft, then a release. @returns the newest version */
  const begin = async (): Promise<number> => {
    await publish(hero, ['en', 'title'], 'Published');
    const version = await edit(hero, ['en', 'title'], 'Half written');
    deploy('en/home-page/hero.json', [['title'], 'Deployed']);
    return version;
  };

  it('N5 keeping what is published changes nothing but that the files are known', async () => {
    const version = await begin();
    const state = await confirmPublished(other, hero, { version, number: 0 });
    expect(state).toMatchObject({ version, published: 1, filesDiffer: false });
    expect([await titleOf(), await draftTitle()]).toEqual(['Published', [true, 'Half written']]);
    await expect(confirmPublished(other, 'home-page.grow', { version: 0, number: 0 })).rejects.toEqual(problem(404, 'not-found'));
  });

  it('N5 the files, an older version or an import come on the site, and the draft of its author is the newest version again', async () => {
    const version = await begin();
    await restoreVersion(other, hero, { version, number: 0 }, now);
    expect([await titleOf(), await draftTitle()]).toEqual(['Deployed', [true, 'Half written']]);
    await restoreVersion(other, hero, { version: version + 2, number: 1 }, now);
    expect([await titleOf(), await draftTitle()]).toEqual(['Published', [true, 'Half written']]);
    deploy('de/home-page/hero.json', [['title'], 'Importiert']);
    expect((await importContent(undefined, now)).published).toEqual([hero]);
    expect([(await readBlock('de', 'home-page/hero'))?.title, await draftTitle()]).toEqual(['Importiert', [true, 'Half written']]);
    expect((await listVersions(editor, hero)).map(({ number, publishedAt, restoredFrom }) => [number, publishedAt === null, restoredFrom]).slice(0, 3)).toEqual([[8, true, 6], [7, false, null], [6, true, 4]]);
  });

  it('N5 a draft is published from the history, and none is left of it', async () => {
    const version = await begin();
    await restoreVersion(other, hero, { version, number: version }, now);
    expect([await titleOf(), await draftTitle()]).toEqual(['Half written', [false, 'Half written']]);
  });

  it('N5 a discarded draft leaves the site as it is, and comes back from the history', async () => {
    const version = await begin();
    await discardDraft(other, hero, { version, number: 0 }, now);
    expect([await titleOf(), await draftTitle(), (await requireDocument(editor, hero)).filesDiffer]).toEqual(['Published', [false, 'Published'], true]);
    await expect(discardDraft(other, hero, { version: version + 1, number: 0 }, now)).rejects.toEqual(problem(409, 'conflict'));
    await restoreVersion(other, hero, { version: version + 1, number: version }, now);
    expect(await titleOf()).toBe('Half written');
  });

  it('N5 a discarded draft over files leaves the files on the site', async () => {
    const before = await titleOf();
    const version = await edit(hero, ['en', 'title'], 'Half written');
    await discardDraft(editor, hero, { version, number: 0 }, now);
    expect([await titleOf(), await draftTitle(), (await requireDocument(editor, hero)).published]).toEqual([before, [false, before], null]);
  });
});
