import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { contentVersionsTag } from '@/lib/content/content-overlay';
import { keepEnabled } from '@/lib/content/enabled-features';
import { contentPages } from '@/lib/content/files';
import { readAboutPage, readHomePage, readServicesPage } from '@/lib/content/pages';
import { readLegal, readMetaData, readPricing, readWorkCases } from '@/lib/content/read';
import { textOfHtml } from '@/lib/content/safe-html';
import type { Block, MetaData, Service } from '@/lib/content/schema';
import { casePath } from '@/lib/content/work';
import { fold, joinCompounds, searchTerms } from '@/lib/fold';
import { loadTranslator } from '@/lib/i18n/messages';
import { type Language, languages } from '@/lib/language';
import { toSlug } from '@/lib/text';
import {
  excerpt,
  findBestTexts,
  markMatches,
  type SearchRequest,
  type SearchResultPage,
  toPatterns,
} from './search-request';

const excerptCharacters = 180;

export async function searchPages({ lang, q, page, pageSize }: SearchRequest): Promise<SearchResultPage> {
  const patterns = toPatterns(q);
  const isIn = (text: string) => patterns.every((pattern) => pattern.test(text));
  // Test for the letters first, which is ten times as fast as matching whole words.
  const terms = searchTerms(q);
  const hasLetters = (text: string) => terms.every((forms) => forms.some((form) => text.includes(form)));
  const matching = (await listPageTexts(lang)).filter(({ folded, letters }) => hasLetters(letters) && isIn(folded));
  const inTitle = matching.filter(({ title }) => isIn(fold(title)));
  const sorted = [...inTitle, ...matching.filter((each) => !inTitle.includes(each))];
  return {
    total: sorted.length,
    results: sorted.slice((page - 1) * pageSize, page * pageSize).map(({ path, title, texts }) => {
      const [best = 0] = findBestTexts(texts, patterns, 1);
      return {
        title: markMatches(title, patterns),
        url: `/${lang}${path}`,
        course: null,
        isOpen: true,
        snippets: [{ parts: excerpt(texts[best] ?? '', patterns, excerptCharacters), second: null, url: null }],
      };
    }),
  };
}

interface PageText {
  /** Starts after the language. */
  path: string;
  title: string;
  texts: string[];
  folded: string;
  letters: string;
}

/** Caches until content changes. The site has only a few dozen pages, so search runs in memory (decision 127). */
export async function listPageTexts(lang: Language): Promise<readonly PageText[]> {
  const pages = await memoizeUntilInvalidated(`search pages ${lang}`, ['content', contentVersionsTag], () =>
    readPageTexts(lang),
  );
  return keepEnabled(pages, ({ path }) => path);
}

async function readPageTexts(lang: Language): Promise<PageText[]> {
  const parts = await Promise.all([
    readBlockPages(lang),
    readHeadedPages(lang),
    readLevelTests(lang),
    readCases(lang),
    readLegalPages(),
  ]);
  return parts.flat();
}

function toPageText(path: string, title: string, parts: ReadonlyArray<string | undefined>): PageText {
  const texts = parts.filter((text) => text !== undefined && text !== '') as string[];
  const folded = fold([title, ...texts].join('\n'));
  return { path, title, texts, folded, letters: joinCompounds(folded) };
}

const headTexts = ({ meta, heading, intro }: MetaData): Array<string | undefined> => [
  meta.description,
  heading && [heading.first, heading.second].filter(Boolean).join(' '),
  intro,
];

const blockTexts = ({ eyebrow, title, summary, points = [], details }: Block): Array<string | undefined> => [
  eyebrow,
  title,
  summary,
  ...points.flatMap((each) => [each.title, each.text]),
  ...details.services.flatMap((each) => [each.title, each.summary]),
];

const serviceTexts = ({ summary, points = [], htmlContent }: Service): string[] => [
  summary,
  ...points,
  textOfHtml(htmlContent),
];

async function readBlockPages(lang: Language): Promise<PageText[]> {
  const [home, services, about] = await Promise.all([readHomePage(lang), readServicesPage(lang), readAboutPage(lang)]);
  const details = [...(home?.blocks ?? []), ...(services?.blocks ?? [])]
    .filter((block) => block.details.isDetails)
    .flatMap((block) =>
      block.details.services.map((service) =>
        toPageText(
          `/details/${block.fileName}/${encodeURIComponent(toSlug(service.title, service.titleTr))}`,
          service.title,
          serviceTexts(service),
        ),
      ),
    );
  return [
    ...(home
      ? [
          toPageText('/home', home.metadata.meta.title ?? '', [
            ...headTexts(home.metadata),
            ...home.blocks.flatMap(blockTexts),
          ]),
        ]
      : []),
    ...(services
      ? [
          toPageText('/services', services.metadata.meta.title ?? '', [
            ...headTexts(services.metadata),
            ...services.blocks.flatMap(blockTexts),
          ]),
        ]
      : []),
    ...(about
      ? [
          toPageText('/about', about.metadata.meta.title ?? '', [
            ...headTexts(about.metadata),
            ...about.blocks.flatMap(({ title, name, role, content }) => [
              title,
              `${name}, ${role}`,
              textOfHtml(content),
            ]),
          ]),
        ]
      : []),
    ...details,
  ];
}

const headedPages = contentPages.filter(
  ({ folder, languages: offered }) =>
    offered === languages && !['home-page', 'service-page', 'aboutus-page'].includes(folder),
);

async function readHeadedPages(lang: Language): Promise<PageText[]> {
  const texts = await Promise.all(
    headedPages.map(async ({ folder, path }) => {
      const head = await readMetaData(lang, folder);
      return (
        head &&
        toPageText(path, head.meta.title ?? '', [
          ...headTexts(head),
          ...(folder === 'price-page' ? await readPackages(lang) : []),
        ])
      );
    }),
  );
  return texts.filter((each) => each !== null);
}

async function readPackages(lang: Language): Promise<string[]> {
  const { departments = [] } = (await readPricing(lang)) ?? {};
  return departments.flatMap(({ departmentName, summary, pricing }) => [
    departmentName,
    summary,
    ...pricing.map(({ packageName, packageServices }) => `${packageName}: ${packageServices.join(', ')}`),
  ]);
}

/** Contains only the page's own messages: a search must not show quiz questions. */
async function readLevelTests(lang: Language): Promise<PageText[]> {
  const t = await loadTranslator(lang);
  return [toPageText('/level-test', t('level_test.title'), [t('level_test.meta_description'), t('level_test.intro')])];
}

async function readCases(lang: Language): Promise<PageText[]> {
  const cases = (await readWorkCases(lang)) ?? [];
  return cases.map((item) =>
    toPageText(casePath(item), item.title, [
      item.summary,
      `${item.client}, ${item.sector}`,
      ...[item.task, item.done].map(textOfHtml),
      ...item.results.map(({ value, label }) => `${value} ${label}`),
    ]),
  );
}

/** Legal pages are in English for every language (C8, C9). */
async function readLegalPages(): Promise<PageText[]> {
  const found = await Promise.all(
    (['policy', 'refund-policy'] as const).map(async (file) => {
      const legal = await readLegal(file);
      return (
        legal &&
        toPageText(`/${file}`, legal.title, [
          legal.intro,
          ...legal.sections.flatMap(({ title, html }) => [title, textOfHtml(html)]),
        ])
      );
    }),
  );
  return found.filter((each) => each !== null);
}
