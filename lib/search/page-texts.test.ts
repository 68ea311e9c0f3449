import { expect, it } from 'vitest';
import { languages } from '@/lib/language';
import { isPage, routes } from '@/lib/routes';
import { listPageTexts } from './search-pages';

const inSitemap = routes
  .filter((route) => isPage(route) && route.sitemap)
  .map(({ path }) => path.replace('/[lang]', ''));

it.each(languages)('the search finds every page of the sitemap, in %s [N19]', async (lang) => {
  expect((await listPageTexts(lang)).map(({ path }) => path)).toEqual(expect.arrayContaining(inSitemap));
});
