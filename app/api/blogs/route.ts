import { articleList } from '@/lib/api/answers/content';
import { conditionalJson } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { countedPaging } from '@/lib/api/paging';
import { articleAnswer, blogQuerySchema } from '@/lib/blog/schema';
import { listWholeArticles } from '@/lib/blog/list-articles';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';

export const GET = handler({ access: 'anyone', answers: { 200: articleList, 304: null }, query: blogQuerySchema }, async ({ request, query }) => {
  const found = await listWholeArticles({ ...query, now: now() });
  tagPage('articles', 'views');
  return conditionalJson(request, found.articles.map(articleAnswer), countedPaging(request, found));
});
