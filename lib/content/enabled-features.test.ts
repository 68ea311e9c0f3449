import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { publishDraft, restoreVersion, saveDraft } from '@/lib/content/admin/change-content';
import { requireDocument, type Values } from '@/lib/content/admin/documents';
import { withValueAt } from '@/lib/content/form/values';
import { featureFlags } from '@/lib/feature-flags';
import { log } from '@/lib/log';
import { buildActor } from '@/tests/support/actors';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { contentTag } from './content-overlay';
import { isEnabled, isPathEnabled, isRouteEnabled, keepEnabled, readCoursesUrl } from './enabled-features';
import { findContentFaults } from './faults';

createPublishedContent();

const getConfigPath = () => join(config().contentDir, 'config.json');
const readWritten = () =>
  JSON.parse(readFileSync(getConfigPath(), 'utf8')) as { capabilities?: Record<string, unknown> };
const write = (capabilitiesOf: Record<string, unknown> | undefined) => {
  const { capabilities: _, ...rest } = readWritten();
  writeFileSync(getConfigPath(), JSON.stringify({ ...rest, ...(capabilitiesOf && { capabilities: capabilitiesOf }) }));
};

describe('feature flags', () => {
  it('the sample brand names every flag and turns it on [N5]', () => {
    expect(readWritten().capabilities).toEqual(Object.fromEntries(featureFlags.map((name) => [name, true])));
  });

  it('a flag missing from the file is on, and each flag can be turned off alone [N5]', async () => {
    write({ coupons: false });
    expect([await isEnabled('coupons'), await isEnabled('gifts')]).toEqual([false, true]);
    write(undefined);
    expect(await isEnabled('coupons')).toBe(true);
  });

  it('an unknown flag or a non-boolean value is reported with its field; a running service logs it and turns all flags on [O2]', async () => {
    write({ cuopons: false });
    expect(await findContentFaults(config().contentDir)).toEqual([
      'config.json: capabilities: Unrecognized key: "cuopons"',
    ]);
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    expect(await isEnabled('coupons')).toBe(true);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ path: 'config.json' }),
      'Error fetching file: config.json',
    );
    write({ coupons: 'no' });
    expect(await findContentFaults(config().contentDir)).toEqual([
      expect.stringMatching(/^config\.json: capabilities\.coupons: .*boolean/),
    ]);
    logged.mockRestore();
  });

  it('a published change takes effect at once and invalidates the pages that read the flag [N5]', async () => {
    const admin = buildActor('admin', { totpAt: new Date('2026-11-21T10:00:00Z') });
    const now = new Date('2026-11-21T10:00:00Z');
    const { values } = await requireDocument(admin, 'config');
    await saveDraft(admin, 'config', {
      version: 0,
      values: withValueAt(values, ['all', 'capabilities', 'work'], false) as Values,
    });
    const shown: PageContext = { status: null, tags: new Set(), nonce: 'n', isPreview: false };
    expect(await runInPageContext(shown, () => isEnabled('work'))).toBe(true);
    expect([...shown.tags]).toEqual([contentTag('config.json')]);
    await publishDraft(admin, 'config', { version: 1, number: 0 }, now);
    expect(await isEnabled('work')).toBe(false);
    await restoreVersion(admin, 'config', { version: 1, number: 0 }, now);
    expect(await isEnabled('work')).toBe(true);
  });

  it('links appear only if their page is on; one of several flags is enough [N1, N16]', async () => {
    write({ work: false, catalogue: false, quizzes: false });
    const routes = ['/home', '/work', '/work/a-case', '/work?x=1', '/courses', '/articles', '/nowhere'];
    expect(await keepEnabled(routes, (route) => route)).toEqual(['/home', '/articles', '/nowhere']);
    expect([await isPathEnabled('/de/work'), await isPathEnabled('/de/home'), await readCoursesUrl('de')]).toEqual([
      false,
      true,
      '/de/home#courses',
    ]);
    expect(await isRouteEnabled({ featureFlag: ['quizzes', 'levelTest'] })).toBe(true);
    write({ quizzes: false, levelTest: false });
    expect([await isRouteEnabled({ featureFlag: ['quizzes', 'levelTest'] }), await readCoursesUrl('de')]).toEqual([
      false,
      '/de/courses',
    ]);
  });
});
