import { articleList } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { countedHeaders } from '@/lib/api/openapi/shared-texts';
import { conditionalJson, countedPaging } from '@/lib/api/responses';
import { blogQuerySchema, listWholeArticles, toArticleResponse } from '@/lib/articles/articles';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';

export const GET = handler(
  {
    id: 'listArticles',
    tag: 'Blog',
    summary: 'Published articles in one language, newest first',
    access: 'anyone',
    answers: { 200: articleList, 304: null },
    headers: countedHeaders,
    query: blogQuerySchema,
  },
  async ({ request, query }) => {
    const found = await listWholeArticles({ ...query, now: now() });
    tagPage('articles', 'views');
    return conditionalJson(request, found.articles.map(toArticleResponse), countedPaging(request, found));
  },
);
