import { isPage, routes } from '../../lib/routes';

export { languages } from '../../lib/language';

/** Paths without the language, with one example of each kind of details page. */
export const publicPages: readonly string[] = [
  ...routes.flatMap((route) => (isPage(route) && route.sitemap ? [route.path.replace('/[lang]/', '')] : [])),
  'details/course-page/courses-data/digital-marketing-basics',
  'details/service-page/build/web-development',
  'work/waha-pharmacies',
];
