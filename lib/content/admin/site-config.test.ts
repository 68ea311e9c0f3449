import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onInvalidate } from '@/lib/cache/invalidate';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { contentTag } from '@/lib/content/content-overlay';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt, withValueAt } from '@/lib/content/form/values';
import { readSiteConfig } from '@/lib/content/read';
import { buildActor } from '@/tests/support/actors';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { matchProblem } from '@/tests/support/problems';
import { confirmPublished, publishDraft, restoreVersion, saveDraft } from './change-content';
import { listDocumentRows, listVersions, requireDocument, type Values } from './documents';
import { previewUrl } from './preview';
import { exportContent, importContent } from './transfer';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor', { totpAt: now });

createPublishedContent();

describe('the site and company settings [N5, N6]', () => {
  const admin = buildActor('admin', { totpAt: now });
  const readCity = async () => (await readSiteConfig())?.company.city;

  it('only an admin can change them, and an editor cannot see them [N6]', async () => {
    expect((await listDocumentRows(admin)).map(({ id }) => id)).toContain('config');
    expect((await listDocumentRows(editor)).map(({ id }) => id)).not.toContain('config');
    const calls = [
      (actor) => requireDocument(actor, 'config'),
      (actor) => listVersions(actor, 'config'),
      (actor) => saveDraft(actor, 'config', { version: 0, values: {} }),
      (actor) => publishDraft(actor, 'config', { version: 0, number: 0 }, now),
      (actor) => restoreVersion(actor, 'config', { version: 0, number: 0 }, now),
      (actor) => confirmPublished(actor, 'config', { version: 0, number: 0 }),
      (actor) => previewUrl(actor, 'config', 'en', now),
    ] satisfies Array<(actor: typeof editor) => Promise<unknown>>;
    for (const call of calls) await expect(call(editor), String(call)).rejects.toEqual(matchProblem(403, 'forbidden'));
  });

  it('an unpublished change appears only in an admin’s preview [N6]', async () => {
    const { values } = await requireDocument(admin, 'config');
    await saveDraft(admin, 'config', {
      version: 0,
      values: withValueAt(values, ['all', 'company', 'city'], 'Alexandria') as Values,
    });
    const createPreview = (forAdministrator: boolean): PageContext => ({
      status: null,
      tags: new Set(),
      nonce: 'n',
      isPreview: true,
      forAdministrator,
    });
    expect([
      await runInPageContext(createPreview(true), readCity),
      await runInPageContext(createPreview(false), readCity),
    ]).toEqual(['Alexandria', 'Cairo']);
  });

  it('a published change appears on every page that reads it, in the history and in exports, and can be undone [N5]', async () => {
    const { values } = await requireDocument(admin, 'config');
    await saveDraft(admin, 'config', {
      version: 0,
      values: withValueAt(values, ['all', 'company', 'city'], 'Alexandria') as Values,
    });
    expect(await readCity()).toBe('Cairo');
    const shown: PageContext = { status: null, tags: new Set(), nonce: 'n', isPreview: false };
    await runInPageContext(shown, readCity);
    const tags: string[] = [];
    const end = onInvalidate((invalidation) => tags.push(...invalidation.tags));
    await publishDraft(admin, 'config', { version: 1, number: 0 }, now);
    end();
    expect(tags).toEqual(['content-versions', contentTag('config.json')]);
    expect([await readCity(), shown.tags.has(contentTag('config.json'))]).toEqual(['Alexandria', true]);
    expect((await listVersions(admin, 'config'))[0]?.differences).toEqual([
      { path: ['all', 'company', 'city'], before: 'Cairo', after: 'Alexandria' },
    ]);
    const target = mkdtempSync(join(tmpdir(), 'export-'));
    expect(await exportContent(target)).toContain('config.json');
    await restoreVersion(admin, 'config', { version: 1, number: 0 }, now);
    expect(await readCity()).toBe('Cairo');
    expect((await importContent(target, now)).published).toEqual(['config']);
    expect(await readCity()).toBe('Alexandria');
    rmSync(target, { recursive: true });
  });

  it('a built-in block type cannot be changed or removed, but others can be added [N5, S5]', async () => {
    const { values } = await requireDocument(admin, 'config');
    const publishTypes = async (version: number, types: JsonValue) => {
      await saveDraft(admin, 'config', { version, values: withValueAt(values, ['all', 'types'], types) as Values });
      return publishDraft(admin, 'config', { version: version + 1, number: 0 }, now);
    };
    const { hero: _hero, ...rest } = (valueAt(values.all, ['types']) ?? {}) as Record<string, string>;
    const matchRefusal = (path: string) =>
      expect.objectContaining({
        error: expect.objectContaining({
          issues: [expect.objectContaining({ path: path.split('.'), message: 'block_type' })],
        }),
      });
    await expect(publishTypes(0, rest)).rejects.toEqual(matchRefusal('all.types'));
    await expect(publishTypes(1, { ...rest, hero: 'text-with-image' })).rejects.toEqual(matchRefusal('all.types.hero'));
    await publishTypes(2, { ...rest, hero: 'hero-with-one-image', 'hero-2': 'hero-with-one-image' });
    expect((await readSiteConfig())?.types['hero-2']).toBe('hero-with-one-image');
  });
});
