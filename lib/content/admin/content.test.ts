import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import * as broadcast from '@/lib/cache/broadcast';
import { onInvalidate } from '@/lib/cache/invalidate';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { contentTag, isContentStale } from '@/lib/content/content-overlay';
import type { JsonValue } from '@/lib/content/form/form-node';
import { withValueAt } from '@/lib/content/form/values';
import { readAboutPage, readHomePage } from '@/lib/content/pages';
import { readBlock, readStyle } from '@/lib/content/read';
import { db } from '@/lib/database/client';
import { readMessages } from '@/lib/i18n/messages';
import { publishedCheck } from '@/lib/operations/doctor/content-check';
import { InvalidInput } from '@/lib/problem';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { createPublishedContent } from '@/tests/support/content/content-folder';
import { matchProblem } from '@/tests/support/problems';
import { confirmPublished, copyBlock, discardDraft, publishDraft, restoreVersion, saveDraft } from './change-content';
import { listDocumentRows, listDocuments, listVersions, requireDocument, type Values } from './documents';
import { previewUrl } from './preview';
import { exportContent, importContent } from './transfer';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor', { totpAt: now });
const hero = 'home-page.hero';
const createPage = (isPreview = false): PageContext => ({ status: null, tags: new Set(), nonce: 'n', isPreview });

const { file, start, end } = createPublishedContent();

const readJson = (path: string) => JSON.parse(readFileSync(file(path), 'utf8')) as { [key: string]: JsonValue };
const writeJson = (path: string, value: unknown) => writeFileSync(file(path), `${JSON.stringify(value, null, 2)}\n`);

async function edit(id: string, path: string[], value: JsonValue): Promise<number> {
  const { version, values } = await requireDocument(editor, id);
  return (await saveDraft(editor, id, { version, values: withValueAt(values, path, value) as Values })).version;
}
const publish = async (id: string, path: string[], value: JsonValue) =>
  publishDraft(editor, id, { version: await edit(id, path, value), number: 0 }, now);
const readTitle = async (lang: 'ar' | 'en' | 'de') => (await readBlock(lang, 'home-page/hero'))?.title;

async function recordInvalidations(work: () => Promise<unknown>): Promise<string[]> {
  const tags: string[] = [];
  const end = onInvalidate((invalidation) => tags.push(...invalidation.tags));
  await work();
  end();
  return tags;
}

describe('access to editing pages [N5, N6]', () => {
  it('only editors and admins with a second factor have access [N6]', async () => {
    const calls = [
      listDocumentRows,
      (actor) => requireDocument(actor, hero),
      (actor) => listVersions(actor, hero),
      (actor) => saveDraft(actor, hero, { version: 0, values: {} }),
      (actor) => publishDraft(actor, hero, { version: 0, number: 0 }, now),
      (actor) => restoreVersion(actor, hero, { version: 0, number: 0 }, now),
      (actor) => confirmPublished(actor, hero, { version: 0, number: 0 }),
      (actor) => copyBlock(actor, hero, now),
      (actor) => previewUrl(actor, hero, 'en', now),
    ] satisfies Array<(actor: Parameters<typeof listDocumentRows>[0]) => Promise<unknown>>;
    for (const call of calls) {
      await expect(call(null), String(call)).rejects.toEqual(matchProblem(401, 'unauthorized'));
      for (const role of ['guest', 'learner'] as const)
        await expect(call(buildActor(role)), String(call)).rejects.toEqual(matchProblem(403, 'forbidden'));
      await expect(call(buildActor('editor', { totpEnrolled: false })), String(call)).rejects.toEqual(
        matchProblem(403, 'totp-enrol'),
      );
    }
    expect((await requireDocument(buildActor('admin'), hero)).version).toBe(0);
  });

  it('looks a document up by its id, never as a path, and excludes products, courses and quizzes [N5, X19]', async () => {
    for (const id of [
      '../config',
      'home-page/hero',
      'products',
      'course-page.courses-data',
      'quizzes.level-web',
      '..',
      'constructor',
    ])
      await expect(requireDocument(editor, id), id).rejects.toEqual(matchProblem(404, 'not-found'));
    const ids = (await listDocuments()).map((each) => each.id);
    expect(ids).toEqual(
      expect.arrayContaining([
        hero,
        'i18n',
        'style',
        'pages-components',
        'common.header',
        'common.footer',
        'price-page.pricing',
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('drafts, publishing, history and restoring [N5]', () => {
  it('refuses publishing or discarding a draft if the other happens at the same moment [N5, X30]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const before = await readTitle('en');
      const version = await edit(hero, ['en', 'title'], `Title ${round}`);
      const [published, discarded] = await Promise.allSettled([
        publishDraft(editor, hero, { version, number: 0 }, now),
        discardDraft(editor, hero, { version, number: 0 }, now),
      ]);
      const refused = expect.objectContaining({ reason: matchProblem(409, 'conflict') });
      expect(published.status === 'fulfilled' ? discarded : published).toEqual(refused);
      expect(await readTitle('en')).toBe(published.status === 'fulfilled' ? `Title ${round}` : before);
    }
  });

  it('a draft is visible only in a preview until it is published, and restoring brings back an earlier version [N5]', async () => {
    const before = await readTitle('en');
    const version = await edit(hero, ['en', 'title'], 'A new beginning');
    expect(await readTitle('en')).toBe(before);
    expect(await runInPageContext(createPage(true), () => readTitle('en'))).toBe('A new beginning');
    const tags = await recordInvalidations(() => publishDraft(editor, hero, { version, number: 0 }, now));
    expect(tags).toEqual(['content-versions', contentTag('midan/en/home-page/hero.json')]);
    expect([await readTitle('en'), await readTitle('ar')]).toEqual([
      'A new beginning',
      readJson('ar/home-page/hero.json').title,
    ]);
    const [newest] = await listVersions(editor, hero);
    expect(newest).toMatchObject({
      number: 1,
      isShown: true,
      differences: [{ path: ['en', 'title'], before, after: 'A new beginning' }],
    });
    await restoreVersion(editor, hero, { version, number: 0 }, now);
    expect(await readTitle('en')).toBe(before);
    await restoreVersion(editor, hero, { version: 2, number: 1 }, now);
    expect(await readTitle('en')).toBe('A new beginning');
    expect(await listAuditActions()).toEqual(['content.save', 'content.publish', 'content.restore', 'content.restore']);
  });

  it('a file’s tag marks exactly the pages that read it [N5]', async () => {
    const home = createPage();
    await runInPageContext(home, () => readHomePage('en'));
    const about = createPage();
    await runInPageContext(about, () => readAboutPage('en'));
    const tag = contentTag('midan/en/home-page/hero.json');
    expect([home.tags.has(tag), about.tags.has(tag)]).toEqual([true, false]);
  });

  it('a second editor gets a conflict and overwrites nothing [N5]', async () => {
    const { values } = await requireDocument(editor, hero);
    const save = (title: string) =>
      saveDraft(editor, hero, { version: 0, values: withValueAt(values, ['en', 'title'], title) as Values });
    const outcomes = await Promise.allSettled([save('One'), save('Two'), save('Three')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(matchProblem(409, 'conflict'));
    await expect(publishDraft(editor, hero, { version: 0, number: 0 }, now)).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
    expect((await requireDocument(editor, hero)).version).toBe(1);
  });

  it('invalid content stays a draft, and publishing it is refused by field [N5]', async () => {
    const findRefusal = async (id: string, path: string[], value: JsonValue) => {
      const error: unknown = await publish(id, path, value).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as InvalidInput).error.issues.map((issue) => [
        issue.path.join('.'),
        issue.message,
        issue.code === 'custom' ? issue.params : undefined,
      ]);
    };
    expect((await findRefusal(hero, ['de', 'title'], ''))[0]?.[0]).toBe('de.title');
    expect((await requireDocument(editor, hero)).values.de).toMatchObject({ title: '' });
    expect(await findRefusal('style', ['all', '--ink'], '#bbbbbb')).toContainEqual([
      'all.--ink',
      'contrast_too_low',
      expect.objectContaining({ text: '--ink', background: '--paper' }),
    ]);
    expect(await findRefusal('i18n', ['en', 'tab_home'], 'Home {broken')).toEqual([
      ['en.tab_home', 'message_format', undefined],
    ]);
    expect(await findRefusal('i18n', ['en', 'mail', 'one-time-code', 'body'], 'This is your code:')).toContainEqual([
      'en.mail.one-time-code.body',
      'placeholder_lost',
      { placeholders: '{minutes}' },
    ]);
    expect(
      await findRefusal('pages-components', ['all', 'homeComponents'], [{ fileName: 'home-page/nowhere' }]),
    ).toEqual([['all.homeComponents.0.fileName', 'unknown_block', undefined]]);
    expect((await readStyle())?.['--ink']).toBe('#141d30');
  });

  it('names placeholders that a text lost or invented, also inside choices, and accepts texts that keep them [N5]', async () => {
    const findTextFaults = async (lang: string, path: string[], text: string) => {
      const error: unknown = await publish('i18n', [lang, ...path], text).catch((thrown: unknown) => thrown);
      return error instanceof InvalidInput
        ? error.error.issues
            .map((issue) => [
              issue.path.join('.'),
              issue.message,
              issue.code === 'custom' ? issue.params?.placeholders : '',
            ])
            .filter(([place]) => place === [lang, ...path].join('.'))
        : [];
    };
    const body = ['mail', 'password-changed', 'body'];
    expect(await findTextFaults('de', body, 'Ihr Passwort wurde geändert.')).toEqual([
      ['de.mail.password-changed.body', 'placeholder_lost', '{changedAt}'],
    ]);
    expect(await findTextFaults('en', body, 'Changed on {changedAt} by {person}.')).toEqual([
      ['en.mail.password-changed.body', 'placeholder_unknown', '{person}'],
    ]);
    expect(await findTextFaults('ar', body, 'تغيّرت في {changed_at}.')).toEqual([
      ['ar.mail.password-changed.body', 'placeholder_lost', '{changedAt}'],
      ['ar.mail.password-changed.body', 'placeholder_unknown', '{changed_at}'],
    ]);
    expect(
      await findTextFaults(
        'en',
        ['mail', 'provider-linked', 'body'],
        'On {changedAt} something was linked.{password, select, removed {Gone.} other {}}',
      ),
    ).toEqual([['en.mail.provider-linked.body', 'placeholder_lost', '{provider}']]);
    expect(await findTextFaults('en', body, 'On {changedAt} it was changed. Truly: {changedAt}.')).toEqual([]);
  });

  it('HTML is sanitised when it is published [N5, X17]', async () => {
    await publish('aboutus-page.nadia-farouk', ['en', 'content'], '<p>Hello</p><script>alert(1)</script>');
    const client = await db();
    expect((await client.contentVersion.findFirstOrThrow({ select: { body: true } })).body).not.toContain('script');
  });

  it('blocks can be moved, hidden, added and removed, and interface texts can change [N5]', async () => {
    const listBlocks = async () => (await readHomePage('en'))?.blocks.map(({ fileName }) => fileName);
    const before = (await listBlocks())!;
    const { id } = await copyBlock(editor, hero, now);
    expect(id).toBe('home-page.hero-2');
    const [first = '', second = '', ...rest] = before;
    await publish(
      'pages-components',
      ['all', 'homeComponents'],
      [
        { fileName: second },
        { fileName: first, hidden: true },
        { fileName: 'home-page/hero-2' },
        ...rest.slice(1).map((fileName) => ({ fileName })),
      ],
    );
    expect(await listBlocks()).toEqual([second, 'home-page/hero-2', ...rest.slice(1)]);
    await publish('i18n', ['en', 'tab_home'], 'Start');
    expect((await readMessages('en')).tab_home).toBe('Start');
  });
});

describe('several processes [N5]', () => {
  it('announces a publication inside its transaction, so that a process killed after the commit loses no invalidation [N5]', async () => {
    const announced: string[][] = [];
    vi.spyOn(broadcast, 'announceInTransaction').mockImplementation(async (tx, tags) => {
      // The transaction is still open: no other connection can see the version yet.
      expect(await tx.contentVersion.count({ where: { publishedAt: { not: null } } })).toBe(1);
      announced.push([...tags]);
    });
    end();
    await publish(hero, ['en', 'title'], 'After the kill');
    expect(announced).toEqual([['content-versions', contentTag('midan/en/home-page/hero.json')]]);
    expect(await readTitle('en')).toBe(readJson('en/home-page/hero.json').title);
    await start();
    expect(await readTitle('en')).toBe('After the kill');
  });

  it('a process reads content from the database once, not for every request [N5]', async () => {
    const client = await db();
    const asked = vi.spyOn(client, '$queryRaw');
    for (let times = 0; times < 20; times += 1) await readTitle('en');
    expect(asked).not.toHaveBeenCalled();
  });

  it('published content stays on the site while the database is down, and is read again once it answers [N5, R03]', async () => {
    await publish(hero, ['en', 'title'], 'Published');
    expect(await readTitle('en')).toBe('Published');
    const client = await db();
    const asked = vi.spyOn(client, '$queryRaw').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const { invalidateHere } = await import('@/lib/cache/invalidate');
    invalidateHere(['*'], false);
    expect([await readTitle('en'), await readTitle('en')]).toEqual(['Published', 'Published']);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    await expect.poll(() => isContentStale(), { timeout: 5000 }).toBe(false);
  });
});

describe('content files deployed after publishing [N5]', () => {
  it('diagnostics and administration show a difference, and an editor chooses the version [N5]', async () => {
    const { version } = await publish(hero, ['en', 'title'], 'Published');
    expect((await requireDocument(editor, hero)).filesDiffer).toBe(false);
    writeJson('en/home-page/hero.json', { ...readJson('en/home-page/hero.json'), title: 'Deployed' });
    expect((await requireDocument(editor, hero)).filesDiffer).toBe(true);
    expect(await readTitle('en')).toBe('Published');
    expect(await publishedCheck.run(now)).toEqual([
      expect.objectContaining({ state: 'warn', message: expect.stringContaining(hero) as string }),
    ]);
    await confirmPublished(editor, hero, { version, number: 0 });
    expect((await requireDocument(editor, hero)).filesDiffer).toBe(false);
    writeJson('en/home-page/hero.json', { ...readJson('en/home-page/hero.json'), title: 'Deployed again' });
    await restoreVersion(editor, hero, { version, number: 0 }, now);
    expect([await readTitle('en'), (await publishedCheck.run(now))[0]?.state]).toEqual(['Deployed again', 'ok']);
  });

  it('export writes published content into the files, and import publishes the files [N5]', async () => {
    await publish(hero, ['en', 'title'], 'Published');
    const target = mkdtempSync(join(tmpdir(), 'export-'));
    expect((await exportContent(target)).filter((path) => path.includes('/en/'))).toEqual([
      'midan/en/home-page/hero.json',
    ]);
    expect(existsSync(join(target, 'midan/en/home-page/hero.json'))).toBe(true);
    await restoreVersion(editor, hero, { version: 1, number: 0 }, now);
    expect(await importContent(target, now)).toEqual({ published: [hero], refused: [] });
    expect(await readTitle('en')).toBe('Published');
    await exportContent(undefined);
    expect(readJson('en/home-page/hero.json').title).toBe('Published');
    expect(await importContent(undefined, now)).toEqual({ published: [], refused: [] });
    writeFileSync(join(target, 'midan/en/home-page/hero.json'), '{"title": 5}');
    expect((await importContent(target, now)).refused[0]).toMatch(/^home-page\.hero: en/);
    rmSync(target, { recursive: true });
  });
});
