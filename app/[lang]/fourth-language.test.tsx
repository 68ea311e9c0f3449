import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { createTranslator } from 'use-intl/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import sitemap from '@/app/sitemap';
import { articleInputSchema } from '@/lib/articles/articles';
import { findContentFaults } from '@/lib/content/faults';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { findRoute } from '@/lib/find-route';
import { pathVerdict } from '@/lib/guards/path-verdict';
import { formatDay, formats, timeZone } from '@/lib/i18n/formats';
import { readMessages } from '@/lib/i18n/messages';
import type * as language from '@/lib/language';
import { type Language, languageOfHeader } from '@/lib/language';
import { captionsSchema } from '@/lib/lessons/captions/captions-check';
import { formatMoney } from '@/lib/money';
import { resetDatabase } from '@/tests/support/database';
import AboutPage from './(site)/about/page';
import ArticlesPage from './(site)/articles/page';
import ContactPage from './(site)/contact/page';
import CoursesPage from './(site)/courses/page';
import CourseDetailsPage from './(site)/details/course-page/courses-data/[course]/page';
import HomePage from './(site)/home/page';
import SiteLayout from './(site)/layout';
import PolicyPage from './(site)/policy/page';
import PricingPage from './(site)/pricing/page';
import ServicesPage from './(site)/services/page';
import DocumentLayout from './layout';

vi.mock('@/lib/language', async (importOriginal) => {
  const original = await importOriginal<typeof language>();
  Object.assign(original.languageTraits, {
    fr: {
      name: 'Français',
      direction: 'ltr',
      script: 'latin',
      openGraphLocale: 'fr_FR',
      numberLocale: 'fr-FR',
      dateSeparator: '-',
      currency: 'L.E',
      wordsPerMinute: 195,
      numberWords: { scaling: 'mille|millions?|douzaines?', percent: 'pour cent', money: 'livres?' },
    },
  });
  (original.languages as unknown as string[]).push('fr');
  return original;
});

vi.mock('next-intl/server', () => ({
  getTranslations: async (asked?: string | { locale?: Language; namespace?: string }) => {
    const { locale = french, namespace } = typeof asked === 'object' ? asked : { namespace: asked };
    return createTranslator({
      locale,
      ...(namespace && { namespace }),
      messages: await readMessages(locale),
      formats,
      timeZone,
    });
  },
}));
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => '/fr/home',
  useRouter: () => ({}),
}));
vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const french = 'fr' as Language;
const folder = mkdtempSync(join(tmpdir(), 'content-'));
vi.stubEnv('CONTENT_DIR', folder);

interface Json {
  [key: string]: unknown;
}
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Json;
const write = (path: string, value: unknown) => writeFileSync(join(folder, path), JSON.stringify(value));
const translateTexts = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => translateTexts(each, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, translateTexts(each, name)]));
  return ['summary', 'intro'].includes(key) ? `En français: ${String(value)}` : value;
};

function addFrench(): void {
  cpSync('content', folder, { recursive: true });
  cpSync(join(folder, 'midan/en'), join(folder, 'midan/fr'), { recursive: true });
  for (const path of [
    'home-page/hero',
    'service-page/build',
    'price-page/pricing',
    'course-page/courses-data',
    'contact-page/meta-data',
  ])
    write(`midan/fr/${path}.json`, translateTexts(read(`midan/fr/${path}.json`)));
  const english = read('midan/i18n/en.json');
  write('midan/i18n/fr.json', {
    ...english,
    chrome: { ...(english.chrome as Json), tagline: 'Nous construisons des logiciels.' },
  });
  const config = read('config.json');
  write('config.json', { ...config, productNames: { ...(config.productNames as Json), fr: 'Place Midan' } });
  const header = read('midan/common/header.json');
  write('midan/common/header.json', {
    ...header,
    languages: [...(header.languages as unknown[]), { name: 'Français', value: 'fr', flag: 'gb' }],
  });
  const products = read('midan/products.json') as unknown as Array<{ translations: Json }>;
  write(
    'midan/products.json',
    products.map((product) => ({
      ...product,
      translations: { ...product.translations, fr: { name: 'Cours', description: 'Un cours' } },
    })),
  );
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  addFrench();
  await resetDatabase();
  await syncCatalogue();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const params = Promise.resolve({ lang: french as string });
const nothing = Promise.resolve({});

async function renderHtml(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <DocumentLayout params={params}>
      <SiteLayout params={params}>{page}</SiteLayout>
    </DocumentLayout>,
    {
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}

describe('adding a fourth language', () => {
  test('its content passes the check, which names each missing file or text [A2, O2]', async () => {
    expect(await findContentFaults(folder)).toEqual([]);
    const broken = mkdtempSync(join(tmpdir(), 'content-'));
    cpSync('content', broken, { recursive: true });
    const faults = (await findContentFaults(broken)).join('\n');
    rmSync(broken, { recursive: true });
    for (const fault of [
      'config.json: productNames.fr: ',
      'midan/common/header.json: languages: ',
      'midan/products.json: 0.translations.fr: ',
      'midan/i18n/fr.json: is missing',
      'midan/fr/home-page/hero.json: is missing',
    ])
      expect(faults).toContain(fault);
  });

  test.each([
    ['home', () => <HomePage params={params} searchParams={nothing} />, 'En français: '],
    ['about', () => <AboutPage params={params} />, ''],
    ['services', () => <ServicesPage params={params} />, 'En français: '],
    ['pricing', () => <PricingPage params={params} />, 'En français: '],
    ['contact', () => <ContactPage params={params} searchParams={nothing} />, 'En français: '],
    ['articles', () => <ArticlesPage params={params} searchParams={nothing} />, ''],
    ['courses', () => <CoursesPage params={params} searchParams={nothing} />, 'En français: '],
    ['policy', () => <PolicyPage params={params} />, ''],
    [
      'details/course-page/courses-data/nextjs-from-zero',
      () => (
        <CourseDetailsPage
          params={Promise.resolve({ lang: french, course: 'nextjs-from-zero' })}
          searchParams={nothing}
        />
      ),
      'En français: ',
    ],
  ])('/fr/%s is rendered in French [A2]', async (path, page, text) => {
    expect(findRoute(['fr', ...path.split('/')])).toBeDefined();
    expect(pathVerdict(`/fr/${path}`, undefined)).toMatchObject({ kind: 'page', lang: 'fr' });
    const html = await renderHtml(page());
    expect(html).toContain('<html lang="fr" dir="ltr"');
    expect(html).toContain('Nous construisons des logiciels.');
    expect(html).toContain('Place Midan');
    expect(html).toMatch(/<a[^>]* lang="fr"[^>]* aria-current="true"/);
    expect(html).toContain(text);
    if (path !== 'policy') expect(html).toContain('hrefLang="fr"');
  });

  test('the sitemap, Accept-Language, dates and prices support it [A2, A5]', async () => {
    expect((await sitemap()).map(({ url }) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/fr/home', '/fr/details/course-page/courses-data/nextjs-from-zero']),
    );
    expect(languageOfHeader('fr-CA, en;q=0.5')).toBe('fr');
    expect(formatDay(new Date('2026-11-22T12:00:00Z'), french)).toBe('22-11-2026');
    expect(formatMoney(129_950, french)).toMatch(/^1\s299,50 L\.E$/);
  });

  test('courses, articles and captions can be stored in it [A2, O7, O8]', async () => {
    expect((await findCourse('nextjs-from-zero', french))?.summary).toMatch(/^En français: /);
    const texts = {
      fr: {
        title: 'Bonjour',
        description: 'Un article écrit en français.',
        category: 'Nouvelles',
        html: '<p>Bonjour.</p>',
      },
    };
    expect(
      articleInputSchema.parse({
        id: 'bonjour',
        category: 'news',
        imageUrl: null,
        publishedAt: '2026-11-20T09:00:00Z',
        published: true,
        texts,
      }).texts,
    ).toEqual(texts);
    const captions = { fr: { name: 'bonjour.vtt', text: 'WEBVTT' } };
    expect(captionsSchema.parse(captions)).toEqual(captions);
  });
});
