import { articleAnswer } from '@/lib/blog/answer';
import { findArticle, findMovedArticle } from '@/lib/blog/find-article';
import { blogQuerySchema } from '@/lib/blog/schema';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { parseQuery } from '@/lib/api/parse-query';
import { tagPage } from '@/lib/cache/page-context';
import { notFound } from '@/lib/problem';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'anyone' }, async ({ request, params, lang }) => {
    const query = await parseQuery(request, blogQuerySchema.pick({ lang: true }), lang);
    const article = await findArticle(params.id ?? '', query.lang, now());
    tagPage('articles', 'views');
    if (article) return Response.json(articleAnswer(article), { headers: { 'cache-control': 'public, no-cache' } });
    const moved = await findMovedArticle(params.id ?? '');
    if (!moved) throw notFound('no-article-found');
    return new Response(null, { status: 308, headers: { location: `${config().siteUrl}/api/blog/${moved}?lang=${query.lang}` } });
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
