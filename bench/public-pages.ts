import { isPage, routes } from '../lib/routes';

export const publicPages = (language: string): string[] =>
  routes.flatMap((route) => (isPage(route) && route.sitemap ? [route.path.replace('[lang]', language)] : []));
