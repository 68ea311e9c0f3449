import { article as articleShape } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { conditionalJson } from '@/lib/api/responses';
import { blogQuerySchema, findArticle, findMovedArticle, toArticleResponse } from '@/lib/articles/articles';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { notFound } from '@/lib/problem';

const querySchema = blogQuerySchema.pick({ lang: true });

export const GET = handler(
  {
    id: 'getArticle',
    tag: 'Blog',
    summary: 'An article',
    description: '404 if the article has no translation in `lang`, 308 if it moved.',
    access: 'anyone',
    answers: { 200: articleShape, 304: null, 308: null },
    query: querySchema,
  },
  async ({ request, params: { id = '' }, query }) => {
    const article = await findArticle(id, query.lang, now());
    tagPage('articles', 'views');
    if (article) return conditionalJson(request, toArticleResponse(article));
    const moved = await findMovedArticle(id, now());
    if (!moved) throw notFound('no-article-found');
    return new Response(null, {
      status: 308,
      headers: { location: `${config().siteUrl}/api/blog/${moved}?lang=${query.lang}` },
    });
  },
);
