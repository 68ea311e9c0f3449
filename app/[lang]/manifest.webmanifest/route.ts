import { handler } from '@/lib/api/handler';
import { conditionalResponse } from '@/lib/api/responses';
import { tagPage } from '@/lib/cache/page-context';
import { readSiteConfig, readStyle } from '@/lib/content/read';
import { loadTranslator } from '@/lib/i18n/messages';
import { defaultLanguage, directionOf, isLanguage, type Language } from '@/lib/language';
import { notFound } from '@/lib/problem';

const icons = [
  { name: 'icon-192', sizes: '192x192', purpose: 'any' },
  { name: 'icon-512', sizes: '512x512', purpose: 'any' },
  { name: 'icon-maskable', sizes: '512x512', purpose: 'maskable' },
].map(({ name, ...icon }) => ({ src: `/assets/share/${name}.png`, type: 'image/png', ...icon }));

/** Row N18: lets browsers offer to add the site to the home screen. */
async function buildWebManifest(lang: Language): Promise<Record<string, unknown>> {
  const [site, style, t] = await Promise.all([readSiteConfig(), readStyle(), loadTranslator(lang)]);
  const name = site?.productNames[lang] ?? '';
  const paper = style?.['--paper'] ?? '#ffffff';
  return {
    id: '/',
    scope: '/',
    start_url: `/${lang}/profile/myCourses`,
    display: 'standalone',
    name,
    short_name: name,
    lang,
    dir: directionOf(lang),
    background_color: paper,
    theme_color: paper,
    icons,
    shortcuts: [{ name: t('offline.title'), url: `/${lang}/offline` }],
  };
}

export const GET = handler(
  {
    id: 'getWebManifest',
    tag: 'Content',
    summary: 'The web app manifest',
    description: 'Name, icons and colours for the home screen.',
    access: 'anyone',
    answers: { 200: 'application/manifest+json', 304: null },
    example: { params: { lang: defaultLanguage } },
  },
  async ({ request, params: { lang } }) => {
    if (!isLanguage(lang)) throw notFound();
    tagPage('content');
    return conditionalResponse(request, {
      body: JSON.stringify(await buildWebManifest(lang)),
      type: 'application/manifest+json; charset=utf-8',
      maxAgeSeconds: 3600,
    });
  },
);
