import { readSiteConfig } from '@/lib/content/read';
import { methods } from '@/lib/api/methods';
import { jsonType, publicFile } from '@/lib/api/public-answer';
import { tagPage } from '@/lib/cache/page-context';
import { notFound, unavailable } from '@/lib/problem';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicFile(async ({ hostname, name }) => {
    const site = await readSiteConfig();
    if (!site) throw unavailable('content-broken', 60);
    const type = typeof name === 'string' && Object.hasOwn(site.types, name) ? site.types[name] : undefined;
    if (!type || !/^[\w.:-]+$/.test(String(hostname))) throw notFound();
    tagPage('content');
    return { body: JSON.stringify({ hostname, name, type }), type: jsonType };
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
