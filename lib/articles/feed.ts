import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { dropNonXmlCharacters, escapeHtml } from '@/lib/text';
import { listNewestArticles } from './articles';

export async function renderArticleFeed(lang: Language, now: Date): Promise<string> {
  const [site, translate, articles] = await Promise.all([
    readSiteConfig(),
    loadTranslator(lang),
    listNewestArticles(lang, 20, now),
  ]);
  const origin = config().siteUrl;
  const product = site?.productNames[lang] ?? '';
  const items = articles.map((article) => {
    const link = `${origin}/${lang}/articles/${article.blogId}`;
    return xmlElement(
      'item',
      xmlElement('title', xmlText(article.title)) +
        xmlElement('link', xmlText(link)) +
        xmlElement('guid', xmlText(link)) +
        xmlElement('pubDate', article.publishedAt.toUTCString()) +
        xmlElement('category', xmlText(article.category)) +
        (article.author && xmlElement('dc:creator', xmlText(article.author))) +
        xmlElement('description', xmlText(article.description)),
    );
  });
  const self = `${origin}/${lang}/articles/feed.xml`;
  const channel =
    xmlElement('title', xmlText(translate('articles.feed_title', { product }))) +
    xmlElement('link', xmlText(`${origin}/${lang}/articles`)) +
    xmlElement('description', xmlText(translate('articles.intro'))) +
    xmlElement('language', lang) +
    `<atom:link href="${xmlText(self)}" rel="self" type="application/rss+xml"/>` +
    items.join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `${xmlElement('channel', channel)}</rss>`
  );
}

const xmlElement = (name: string, body: string) => `<${name}>${body}</${name}>`;
const xmlText = (value: string) => escapeHtml(dropNonXmlCharacters(value));
