import { expect, it } from 'vitest';
import { languages } from '@/lib/language';
import { isPage, routes } from '@/lib/routes';
import { pageTexts } from './page-texts';

const inSitemap = routes.filter((route) => isPage(route) && route.sitemap).map(({ path }) => path.replace('/[lang]', ''));

it.each(languages)('N19 every page of the sitemap can be found, in %s', async (lang) => {
  expect((await pageTexts(lang)).map(({ path }) => path)).toEqual(expect.arrayContaining(inSitemap));
});
