import type { MetadataRoute } from 'next';
import { config } from '@/lib/config/config';
import { languages } from '@/lib/language';
import { isPage, type Route, routes } from '@/lib/routes';

export const dynamic = 'force-dynamic';

const startOf = ({ path }: Route): string => path.split('[')[0]!;

function closedPages(): string[] {
  const starts = routes.flatMap((route) =>
    isPage(route) && route.access !== 'public' ? [startOf({ ...route, path: route.path.replace('/[lang]', '') })] : [],
  );
  return [...new Set(starts)].filter((start) => !starts.some((other) => other !== start && start.startsWith(other)));
}

export default function robots(): MetadataRoute.Robots {
  const open = routes.flatMap((route) => (!isPage(route) && route.indexed ? [startOf(route)] : []));
  const closed = languages.flatMap((lang) => closedPages().map((path) => `/${lang}${path}`));
  return {
    rules: { userAgent: '*', allow: ['/', ...open], disallow: ['/api/', '/auth/', ...closed] },
    sitemap: `${config().siteUrl}/sitemap.xml`,
  };
}
