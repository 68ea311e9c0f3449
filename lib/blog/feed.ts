import 'server-only';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { translatorOf } from '@/lib/i18n/translator';
import { escapeHtml } from '@/lib/text/escape-html';
import { listArticles } from './list-articles';

/** RSS 2.0 of a language's twenty newest articles. */
export async function articleFeed(lang: Language, now: Date): Promise<string> {
  const [site, translate, { articles }] = await Promise.all([
    readSiteConfig(), translatorOf(lang), listArticles({ lang, page: 1, pageSize: 20, now }),
  ]);
  const origin = config().siteUrl;
  const product = site?.productNames[lang] ?? '';
  const items = articles.map((article) => {
    const link = `${origin}/${lang}/articles/${article.blogId}`;
    return element('item', element('title', text(article.title)) + element('link', text(link)) + element('guid', text(link))
      + element('pubDate', article.publishedAt.toUTCString()) + element('category', text(article.category)) + (article.author && element('dc:creator', text(article.author)))
      + element('description', text(article.description)));
  });
  const self = `${origin}/${lang}/articles/feed.xml`;
  const channel = element('title', text(translate('articles.feed_title', { product })))
    + element('link', text(`${origin}/${lang}/articles`)) + element('description', text(translate('articles.intro')))
    + element('language', lang) + `<atom:link href="${text(self)}" rel="self" type="application/rss+xml"/>` + items.join('');
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">`
    + `${element('channel', channel)}</rss>`;
}

const element = (name: string, body: string) => `<${name}>${body}</${name}>`;
// What XML 1.0 does not allow at all is dropped, the rest escaped.
const text = (value: string) => escapeHtml(value.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''));
