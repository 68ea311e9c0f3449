import { siteConfig } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { conditionalJson } from '@/lib/api/responses';
import { tagPage } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { readSiteConfig } from '@/lib/content/read';
import { defaultLanguage, languages } from '@/lib/language';
import { unavailable } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getSiteConfig',
    tag: 'Content',
    summary: 'Project, product name, version and languages',
    access: 'anyone',
    answers: { 200: siteConfig, 304: null },
    problems: [503],
  },
  async ({ request }) => {
    const site = await readSiteConfig();
    if (!site) throw unavailable('content-broken', 60);
    tagPage('content');
    const { siteProject: project, siteUrl: apiBaseUrl } = config();
    return conditionalJson(request, {
      project,
      productName: site.productName,
      version: version().version,
      languages,
      defaultLanguage,
      apiBaseUrl,
    });
  },
);
