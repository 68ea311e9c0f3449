import type { MetadataRoute } from 'next';
import { listArticleAddresses } from '@/lib/blog/list-addresses';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { readWorkCases } from '@/lib/content/read';
import { casePath, listServiceLinks } from '@/lib/content/work/work';
import { detailsSlugOf, listCourseCards } from '@/lib/courses/catalogue/course-offer';
import { tagPage } from '@/lib/cache/page-context';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { isPage, routes } from '@/lib/routes';

export const dynamic = 'force-dynamic';

/** `path` is what follows the language. */
interface Page { path: string; languages: readonly Language[]; lastModified?: Date }

const fixed: readonly Page[] = routes.flatMap((route) =>
  (isPage(route) && route.sitemap ? [{ path: route.path.replace('/[lang]', ''), languages: route.sitemap }] : []));

/** Every page of every language, each naming the others; an `x-default` only where the page exists in Arabic. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  tagPage('content', 'courses', 'articles');
  const [services, work, courses, articles] = await Promise.all([servicePages(), workPages(), coursePages(), articlePages()]);
  return [...fixed, ...services, ...work, ...courses, ...articles].flatMap(entriesOf);
}

function entriesOf({ path, languages: known, lastModified }: Page): MetadataRoute.Sitemap {
  const address = (lang: Language) => `${config().siteUrl}/${lang}${path}`;
  const alternates: Record<string, string> = Object.fromEntries(known.map((lang) => [lang, address(lang)]));
  if (known.includes(defaultLanguage)) alternates['x-default'] = address(defaultLanguage);
  return known.map((lang) => ({
    url: address(lang),
    ...(lastModified ? { lastModified } : {}),
    ...(known.length > 1 ? { alternates: { languages: alternates } } : {}),
  }));
}

async function servicePages(): Promise<Page[]> {
  return (await listServiceLinks(defaultLanguage)).map(({ path }) => ({ path, languages }));
}

async function workPages(): Promise<Page[]> {
  return ((await readWorkCases(defaultLanguage)) ?? []).map((item) => ({ path: casePath(item), languages }));
}

async function coursePages(): Promise<Page[]> {
  const courses = await listCourseCards(defaultLanguage);
  return courses.map((course) => ({ path: `/details/course-page/courses-data/${encodeURIComponent(detailsSlugOf(course))}`, languages }));
}

async function articlePages(): Promise<Page[]> {
  try {
    const articles = await listArticleAddresses(now());
    return articles.map(({ id, languages: known, updatedAt }) => ({ path: `/articles/${encodeURIComponent(id)}`, languages: known, lastModified: updatedAt }));
  } catch (error) {
    log.error({ err: error }, 'articles are missing from the sitemap');
    return [];
  }
}
