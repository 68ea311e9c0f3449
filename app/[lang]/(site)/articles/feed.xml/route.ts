import { handler } from '@/lib/api/handler';
import { conditionalResponse } from '@/lib/api/responses';
import { renderArticleFeed } from '@/lib/articles/feed';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { defaultLanguage, isLanguage } from '@/lib/language';
import { notFound } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getArticleFeed',
    tag: 'Blog',
    summary: 'The articles as RSS',
    access: 'anyone',
    answers: { 200: 'application/rss+xml', 304: null },
    example: { params: { lang: defaultLanguage } },
  },
  async ({ request, params: { lang } }) => {
    if (!isLanguage(lang)) throw notFound();
    tagPage('articles');
    return conditionalResponse(request, {
      body: await renderArticleFeed(lang, now()),
      type: 'application/rss+xml; charset=utf-8',
    });
  },
);
