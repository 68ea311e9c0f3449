import type { MetadataRoute } from 'next';
import { listArticlesForSitemap } from '@/lib/articles/articles';
import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { keepEnabled } from '@/lib/content/enabled-features';
import { readWorkCases } from '@/lib/content/read';
import { casePath, listServiceLinks } from '@/lib/content/work';
import { detailsSlugOf, listCourseCards } from '@/lib/courses/catalogue/course-offer';
import { defaultLanguage, type Language, languages } from '@/lib/language';
import { log } from '@/lib/log';
import { listLevelTests } from '@/lib/quizzes/level-test';
import { isPage, routes } from '@/lib/routes';

export const dynamic = 'force-dynamic';

interface Page {
  path: string;
  languages: readonly Language[];
  lastModified?: Date;
}

const fixed: readonly Page[] = routes.flatMap((route) =>
  isPage(route) && route.sitemap ? [{ path: route.path.replace('/[lang]', ''), languages: route.sitemap }] : [],
);

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  tagPage('content', 'courses', 'articles', 'quizzes');
  const [services, work, courses, articles, isEmpty] = await Promise.all([
    listServicePages(),
    listWorkPages(),
    listCoursePages(),
    listArticlePages(),
    isLevelTestEmpty(),
  ]);
  return [
    ...(await keepEnabled(fixed, ({ path }) => path)).filter(({ path }) => path !== '/level-test' || !isEmpty),
    ...services,
    ...work,
    ...courses,
    ...articles,
  ].flatMap(buildEntries);
}

function buildEntries({ path, languages: known, lastModified }: Page): MetadataRoute.Sitemap {
  const urlIn = (lang: Language) => `${config().siteUrl}/${lang}${path}`;
  const alternates: Record<string, string> = Object.fromEntries(known.map((lang) => [lang, urlIn(lang)]));
  if (known.includes(defaultLanguage)) alternates['x-default'] = urlIn(defaultLanguage);
  return known.map((lang) => ({
    url: urlIn(lang),
    ...(lastModified ? { lastModified } : {}),
    ...(known.length > 1 ? { alternates: { languages: alternates } } : {}),
  }));
}

async function isLevelTestEmpty(): Promise<boolean> {
  try {
    return (await listLevelTests(defaultLanguage)).length === 0;
  } catch (error) {
    log.error({ err: error }, 'Placement tests are missing from the sitemap');
    markPageDegraded();
    return false;
  }
}

async function listServicePages(): Promise<Page[]> {
  return (await listServiceLinks(defaultLanguage)).map(({ path }) => ({ path, languages }));
}

async function listWorkPages(): Promise<Page[]> {
  return ((await readWorkCases(defaultLanguage)) ?? []).map((item) => ({ path: casePath(item), languages }));
}

async function listCoursePages(): Promise<Page[]> {
  const courses = await listCourseCards(defaultLanguage);
  return courses.map((course) => ({
    path: `/details/course-page/courses-data/${encodeURIComponent(detailsSlugOf(course))}`,
    languages,
  }));
}

async function listArticlePages(): Promise<Page[]> {
  try {
    const articles = await listArticlesForSitemap(now());
    return articles.map(({ id, languages: known, updatedAt }) => ({
      path: `/articles/${encodeURIComponent(id)}`,
      languages: known,
      lastModified: updatedAt,
    }));
  } catch (error) {
    log.error({ err: error }, 'Articles are missing from the sitemap');
    markPageDegraded();
    return [];
  }
}
