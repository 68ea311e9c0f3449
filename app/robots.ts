import type { MetadataRoute } from 'next';
import { config } from '@/lib/config/config';
import { languages } from '@/lib/language';
import { isPage, routes, type Route } from '@/lib/routes';

export const dynamic = 'force-dynamic';

/** What every path of a route begins with. */
const startOf = ({ path }: Route): string => path.split('[')[0]!;

/** Pages that are not for everybody, after their language; the shortest path stands for those below it. */
function closedPages(): string[] {
  const starts = routes.flatMap((route) => (isPage(route) && route.access !== 'public' ? [startOf({ ...route, path: route.path.replace('/[lang]', '') })] : []));
  return [...new Set(starts)].filter((start) => !starts.some((other) => other !== start && start.startsWith(other)));
}

/** Calls and pages of one person are no search result; free lessons and pictures are. */
export default function robots(): MetadataRoute.Robots {
  const open = routes.flatMap((route) => (!isPage(route) && route.indexed ? [startOf(route)] : []));
  const closed = languages.flatMap((lang) => closedPages().map((path) => `/${lang}${path}`));
  return { rules: { userAgent: '*', allow: ['/', ...open], disallow: ['/api/', '/auth/', ...closed] }, sitemap: `${config().siteUrl}/sitemap.xml` };
}
