import { siteConfig } from '@/lib/api/answers/content';
import { conditionalJson } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { tagPage } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { readSiteConfig } from '@/lib/content/read';
import { defaultLanguage, languages } from '@/lib/language';
import { unavailable } from '@/lib/problem';

export const GET = handler({ access: 'anyone', answers: { 200: siteConfig, 304: null } }, async ({ request }) => {
  const site = await readSiteConfig();
  if (!site) throw unavailable('content-broken', 60);
  tagPage('content');
  const { siteProject: project, siteUrl: apiBaseUrl } = config();
  return conditionalJson(request, { project, productName: site.productName, version: version().version, languages, defaultLanguage, apiBaseUrl });
});
