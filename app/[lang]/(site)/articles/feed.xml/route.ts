import { conditionalAnswer } from '@/lib/api/conditional';
import { handler } from '@/lib/api/handler';
import { articleFeed } from '@/lib/blog/feed';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { isLanguage } from '@/lib/language';
import { notFound } from '@/lib/problem';

export const GET = handler({ access: 'anyone', answers: { 200: 'application/rss+xml', 304: null } }, async ({ request, params: { lang } }) => {
  if (!isLanguage(lang)) throw notFound();
  tagPage('articles');
  return conditionalAnswer(request, { body: await articleFeed(lang, now()), type: 'application/rss+xml; charset=utf-8' });
});
