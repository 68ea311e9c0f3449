import { blockType } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { conditionalJson } from '@/lib/api/responses';
import { tagPage } from '@/lib/cache/page-context';
import { readSiteConfig } from '@/lib/content/read';
import { notFound, unavailable } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getBlockType',
    tag: 'Content',
    summary: 'The type of a content block',
    description: "`name` is the last segment of the block's `fileName`.",
    access: 'anyone',
    answers: { 200: blockType, 304: null },
    problems: [503],
    example: { params: { hostname: 'localhost', name: 'hero' } },
  },
  async ({ request, params: { hostname = '', name = '' } }) => {
    const site = await readSiteConfig();
    if (!site) throw unavailable('content-broken', 60);
    const type = Object.hasOwn(site.types, name) ? site.types[name] : undefined;
    if (!type || !/^[\w.:-]+$/.test(hostname)) throw notFound();
    tagPage('content');
    return conditionalJson(request, { hostname, name, type });
  },
);
