import 'server-only';
import { contentVersionsTag } from '@/lib/cache/content-overlay';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';
import { onlyOpen } from '@/lib/content/capabilities';
import { contentPages } from '@/lib/content/page-of';
import { readAboutPage, readHomePage, readServicesPage } from '@/lib/content/pages';
import { readLegal, readMetaData, readPricing, readWorkCases } from '@/lib/content/read';
import { textOfHtml } from '@/lib/content/safe-html';
import type { Block, MetaData, Service } from '@/lib/content/schema';
import { casePath } from '@/lib/content/work/work';
import { translatorOf } from '@/lib/i18n/translator';
import { languages, type Language } from '@/lib/language';
import { slugOf } from '@/lib/slug';

/** A page made of content files, with everything it says. */
export interface PageText { /** after the language */ path: string; title: string; texts: string[] }

/** The site's pages as they are published; read again when content is. There are some dozens, so they are searched in memory (decision 127). */
export async function pageTexts(lang: Language): Promise<readonly PageText[]> {
  const pages = await memoizeUntilInvalidated(`search pages ${lang}`, ['content', contentVersionsTag], () => readPageTexts(lang));
  return onlyOpen(pages, ({ path }) => path);
}

async function readPageTexts(lang: Language): Promise<PageText[]> {
  const parts = await Promise.all([readBlockPages(lang), readHeadedPages(lang), readLevelTests(lang), readCases(lang), readLegalPages()]);
  return parts.flat();
}

const page = (path: string, title: string, texts: ReadonlyArray<string | undefined>): PageText => ({ path, title, texts: texts.filter((text) => text !== undefined && text !== '') as string[] });

const headOf = ({ meta, heading, intro }: MetaData): Array<string | undefined> => [meta.description, heading && [heading.first, heading.second].filter(Boolean).join(' '), intro];

const blockTexts = ({ eyebrow, title, summary, points = [], details }: Block): Array<string | undefined> => [
  eyebrow, title, summary, ...points.flatMap((each) => [each.title, each.text]), ...details.services.flatMap((each) => [each.title, each.summary]),
];

const serviceTexts = ({ summary, points = [], htmlContent }: Service): string[] => [summary, ...points, textOfHtml(htmlContent)];

async function readBlockPages(lang: Language): Promise<PageText[]> {
  const [home, services, about] = await Promise.all([readHomePage(lang), readServicesPage(lang), readAboutPage(lang)]);
  const details = [...(home?.blocks ?? []), ...(services?.blocks ?? [])].filter((block) => block.details.isDetails).flatMap((block) => block.details.services.map((service) =>
    page(`/details/${block.fileName}/${encodeURIComponent(slugOf(service.title, service.titleTr))}`, service.title, serviceTexts(service))));
  return [
    ...(home ? [page('/home', home.metadata.meta.title ?? '', [...headOf(home.metadata), ...home.blocks.flatMap(blockTexts)])] : []),
    ...(services ? [page('/services', services.metadata.meta.title ?? '', [...headOf(services.metadata), ...services.blocks.flatMap(blockTexts)])] : []),
    ...(about ? [page('/about', about.metadata.meta.title ?? '', [...headOf(about.metadata), ...about.blocks.flatMap(({ title, name, role, content }) => [title, `${name}, ${role}`, textOfHtml(content)])])] : []),
    ...details,
  ];
}

/** Pages whose own texts are a heading and an introduction; what else they show is searched by itself, or by `readPackages`. */
const headedPages = contentPages.filter(({ folder, languages: offered }) => offered === languages && !['home-page', 'service-page', 'aboutus-page'].includes(folder));

async function readHeadedPages(lang: Language): Promise<PageText[]> {
  const found = await Promise.all(headedPages.map(async ({ folder, path }) => {
    const head = await readMetaData(lang, folder);
    return head && page(path, head.meta.title ?? '', [...headOf(head), ...(folder === 'price-page' ? await readPackages(lang) : [])]);
  }));
  return found.filter((each) => each !== null);
}

async function readPackages(lang: Language): Promise<string[]> {
  const { departments = [] } = (await readPricing(lang)) ?? {};
  return departments.flatMap(({ departmentName, summary, pricing }) => [departmentName, summary, ...pricing.map(({ packageName, packageServices }) => `${packageName}: ${packageServices.join(', ')}`)]);
}

/** The page of the tests, by its messages; quizzes are questions, which a search does not show. */
async function readLevelTests(lang: Language): Promise<PageText[]> {
  const t = await translatorOf(lang);
  return [page('/level-test', t('level_test.title'), [t('level_test.meta_description'), t('level_test.intro')])];
}

async function readCases(lang: Language): Promise<PageText[]> {
  const cases = (await readWorkCases(lang)) ?? [];
  return cases.map((item) => page(casePath(item), item.title, [item.summary, `${item.client}, ${item.sector}`, ...[item.task, item.done].map(textOfHtml), ...item.results.map(({ value, label }) => `${value} ${label}`)]));
}

/** English on every language's route (C8, C9). */
async function readLegalPages(): Promise<PageText[]> {
  const found = await Promise.all((['policy', 'refund-policy'] as const).map(async (file) => {
    const legal = await readLegal(file);
    return legal && page(`/${file}`, legal.title, [legal.intro, ...legal.sections.flatMap(({ title, html }) => [title, textOfHtml(html)])]);
  }));
  return found.filter((each) => each !== null);
}
