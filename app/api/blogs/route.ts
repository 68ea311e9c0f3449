import { listWholeArticles } from '@/lib/blog/list-articles';
import { articleAnswer, pageLinks } from '@/lib/blog/answer';
import { blogQuerySchema } from '@/lib/blog/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { parseQuery } from '@/lib/api/parse-query';
import { tagPage } from '@/lib/cache/page-context';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async ({ request, lang }) => {
    const query = await parseQuery(request, blogQuerySchema, lang);
    const found = await listWholeArticles({ ...query, now: now() });
    tagPage('articles', 'views');
    const link = pageLinks(request.url, found);
    return Response.json(found.articles.map(articleAnswer), {
      headers: { 'x-total-count': String(found.total), ...(link ? { link } : {}), 'cache-control': 'public, no-cache' },
    });
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
