import { articleFeed } from '@/lib/blog/feed';
import { now } from '@/lib/clock';
import { methods } from '@/lib/guards/methods';
import { publicFile } from '@/lib/guards/public-answer';
import { tagPage } from '@/lib/http/front';
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
