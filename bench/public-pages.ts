import { isPage, routes } from '../lib/routes';

export const listPublicPages = (language: string): string[] =>
  routes.flatMap((route) => (isPage(route) && route.sitemap ? [route.path.replace('[lang]', language)] : []));
