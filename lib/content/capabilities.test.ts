import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { publishDraft, restoreVersion, saveDraft } from '@/lib/admin/content/change-content';
import type { Values } from '@/lib/admin/content/documents';
import { requireDocument } from '@/lib/admin/content/versions';
import { contentTag } from '@/lib/cache/content-overlay';
import { runInPageContext, type PageContext } from '@/lib/cache/page-context';
import { capabilities } from '@/lib/capabilities';
import { config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { actorFor } from '@/lib/testing/actors';
import { publishedContent } from '@/lib/testing/content/content-folder';
import { coursesAddress, isOn, isPathOn, isRouteOn, onlyOpen } from './capabilities';
import { findContentFaults } from './check/find-faults';
import { withValueAt } from './form/pointer';

publishedContent();

const file = () => join(config().contentDir, 'config.json');
const written = () => JSON.parse(readFileSync(file(), 'utf8')) as { capabilities?: Record<string, unknown> };
const write = (capabilitiesOf: Record<string, unknown> | undefined) => {
  const { capabilities: _, ...rest } = written();
  writeFileSync(file(), JSON.stringify({ ...rest, ...(capabilitiesOf && { capabilities: capabilitiesOf }) }));
};

describe('capabilities', () => {
  it('N5 the sample brand has all of them on, each named in its file', () => {
    expect(written().capabilities).toEqual(Object.fromEntries(capabilities.map((name) => [name, true])));
  });

  it('N5 what the file does not name is on, and one alone is off', async () => {
    write({ coupons: false });
    expect([await isOn('coupons'), await isOn('gifts')]).toEqual([false, true]);
    write(undefined);
    expect(await isOn('coupons')).toBe(true);
  });

  it('O2 a key that nobody knows, or no yes or no, is refused with file and field; a service that meets it logs it and has all of them on', async () => {
    write({ cuopons: false });
    expect(await findContentFaults(config().contentDir)).toEqual(['config.json: capabilities: Unrecognized key: "cuopons"']);
    const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    expect(await isOn('coupons')).toBe(true);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ path: 'config.json' }), 'Error fetching file: config.json');
    write({ coupons: 'no' });
    expect(await findContentFaults(config().contentDir)).toEqual([expect.stringMatching(/^config\.json: capabilities\.coupons: .*boolean/)]);
    logged.mockRestore();
  });

  it('N5 what an administrator publishes counts at once, and makes the pages that asked anew', async () => {
    const admin = actorFor('admin', { totpAt: new Date('2026-11-21T10:00:00Z') });
    const now = new Date('2026-11-21T10:00:00Z');
    const { values } = await requireDocument(admin, 'config');
    await saveDraft(admin, 'config', { version: 0, values: withValueAt(values, ['all', 'capabilities', 'work'], false) as Values });
    const shown: PageContext = { status: null, tags: new Set(), nonce: 'n', isPreview: false };
    expect(await runInPageContext(shown, () => isOn('work'))).toBe(true);
    expect([...shown.tags]).toEqual([contentTag('config.json')]);
    await publishDraft(admin, 'config', { version: 1, number: 0 }, now);
    expect(await isOn('work')).toBe(false);
    await restoreVersion(admin, 'config', { version: 1, number: 0 }, now);
    expect(await isOn('work')).toBe(true);
  });

  it('N1 N16 links are those whose page is there; of several capabilities one suffices', async () => {
    write({ work: false, catalogue: false, quizzes: false });
    const routes = ['/home', '/work', '/work/a-case', '/work?x=1', '/courses', '/articles', '/nowhere'];
    expect(await onlyOpen(routes, (route) => route)).toEqual(['/home', '/articles', '/nowhere']);
    expect([await isPathOn('/de/work'), await isPathOn('/de/home'), await coursesAddress('de')]).toEqual([false, true, '/de/home#courses']);
    expect(await isRouteOn({ capability: ['quizzes', 'levelTest'] })).toBe(true);
    write({ quizzes: false, levelTest: false });
    expect([await isRouteOn({ capability: ['quizzes', 'levelTest'] }), await coursesAddress('de')]).toEqual([false, '/de/courses']);
  });
});
