import { findArticle } from '@/lib/blog/find-article';
import { now } from '@/lib/clock';
import { findDetails } from '@/lib/content/details';
import { readHomePage } from '@/lib/content/pages';
import { readLegal, readMetaData } from '@/lib/content/read';
import { findCourseDetails } from '@/lib/courses/catalogue/course-offer';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';

export interface ShareContent { title: string; eyebrow: string; imageUrl: string | null }

/** The content folder and the tab of each page that has no title of its own. */
const pages: ReadonlyMap<string, { folder: string; tab: string }> = new Map([
  ['about', { folder: 'aboutus-page', tab: 'tab_about' }],
  ['services', { folder: 'service-page', tab: 'tab_services' }],
  ['pricing', { folder: 'price-page', tab: 'tab_pricing' }],
  ['contact', { folder: 'contact-page', tab: 'tab_contact' }],
  ['articles', { folder: 'articles-page', tab: 'tab_articles' }],
]);

/** Title, small line and picture of a page's share picture. */
export async function shareWords(lang: Language, page: string[]): Promise<ShareContent | null> {
  const [area = '', ...rest] = page;
  if (area === 'details') return detailsWords(lang, rest);
  if (area === 'articles' && rest.length === 1) return articleWords(lang, rest[0] ?? '');
  if (rest.length > 0) return null;
  if (area === 'home') return homeWords(lang);
  if (area === 'policy' || area === 'refund-policy') return legalWords(area);
  const known = pages.get(area);
  return known ? pageWords(lang, known) : null;
}

async function homeWords(lang: Language): Promise<ShareContent | null> {
  const hero = (await readHomePage(lang))?.blocks[0];
  return hero ? { title: hero.title, eyebrow: hero.eyebrow ?? '', imageUrl: hero.imageSmallPath ?? hero.imageIconPath } : null;
}

async function pageWords(lang: Language, { folder, tab }: { folder: string; tab: string }): Promise<ShareContent> {
  const [words, metadata] = await Promise.all([translatorOf(lang), readMetaData(lang, folder)]);
  const title = [metadata?.heading?.first, metadata?.heading?.second].filter(Boolean).join(' ') || metadata?.meta.title;
  return { title: title ?? words(tab), eyebrow: words(tab), imageUrl: null };
}

async function legalWords(file: 'policy' | 'refund-policy'): Promise<ShareContent | null> {
  const legal = await readLegal(file);
  return legal && { title: legal.title, eyebrow: `Effective ${legal.effective}`, imageUrl: null };
}

async function detailsWords(lang: Language, [pagename = '', filename = '', title = '']: string[]): Promise<ShareContent | null> {
  const words = await translatorOf(lang);
  if (pagename === 'course-page' && filename === 'courses-data') {
    const found = await findCourseDetails(title, lang);
    return found.state === 'found' ? { title: found.course.title, eyebrow: words('tab_courses'), imageUrl: found.course.imageUrl } : null;
  }
  const details = await findDetails(lang, pagename, filename, title);
  return details.state === 'found' ? { title: details.item.title, eyebrow: words('tab_services'), imageUrl: details.item.imageUrl } : null;
}

async function articleWords(lang: Language, id: string): Promise<ShareContent | null> {
  const article = await findArticle(id, lang, now());
  return article && { title: article.title, eyebrow: article.category, imageUrl: article.imageUrl };
}
