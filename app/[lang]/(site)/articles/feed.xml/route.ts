import { articleFeed } from '@/lib/blog/feed';
import { now } from '@/lib/clock';
import { methods } from '@/lib/api/methods';
import { publicFile } from '@/lib/api/public-answer';
import { tagPage } from '@/lib/cache/page-context';
import { isLanguage } from '@/lib/language';
import { notFound } from '@/lib/problem';

const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: publicFile(async ({ lang }) => {
    if (!isLanguage(lang)) throw notFound();
    tagPage('articles');
    return { body: await articleFeed(lang, now()), type: 'application/rss+xml; charset=utf-8' };
  }),
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
