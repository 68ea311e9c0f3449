import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { methods } from '@/lib/api/methods';
import { jsonType, publicFile } from '@/lib/api/public-answer';
import { tagPage } from '@/lib/cache/page-context';
import { defaultLanguage, languages } from '@/lib/language';
import { unavailable } from '@/lib/problem';
import { version } from '@/lib/config/version';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicFile(async () => {
    const site = await readSiteConfig();
    if (!site) throw unavailable('content-broken', 60);
    tagPage('content');
    const { siteProject: project, siteUrl: apiBaseUrl } = config();
    const body = { project, productName: site.productName, version: version().version, languages, defaultLanguage, apiBaseUrl };
    return { body: JSON.stringify(body), type: jsonType };
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
