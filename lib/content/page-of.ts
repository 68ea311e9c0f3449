import { isPage, routes } from '@/lib/routes';
import type { Language } from '@/lib/language';

interface ContentPage {
  readonly folder: string;
  /** after the language */
  readonly path: string;
  /** those in which it is offered; none: it is no public page */
  readonly languages: readonly Language[];
}

/** The pages of the table that show a folder of content, in its order. */
export const contentPages: readonly ContentPage[] = routes.flatMap((route) =>
  isPage(route) && route.content ? [{ folder: route.content, path: route.path.replace('/[lang]', ''), languages: route.sitemap ?? [] }] : []);

/** The page, after the language, on which a content file is seen best. @param file without its ending; of `common`, the page of that name */
export function pageOf(folder: string, file: string): string {
  const found = contentPages.find((page) => page.folder === folder) ?? contentPages.find(({ path }) => folder === 'common' && path === `/${file}`);
  return found?.path ?? '/home';
}
