import { findArticle } from '@/lib/articles/articles';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { isPathEnabled } from '@/lib/content/enabled-features';
import { contentPages, publicFilePath } from '@/lib/content/files';
import { findDetails, readHomePage } from '@/lib/content/pages';
import { readLegal, readMetaData, readSiteConfig, readStyle } from '@/lib/content/read';
import { findCase } from '@/lib/content/work';
import { findCourseDetails } from '@/lib/courses/catalogue/course-offer';
import { loadTranslator } from '@/lib/i18n/messages';
import { isLanguage, type Language } from '@/lib/language';
import { drawSharePicture } from '@/lib/pictures/drawing/share-picture';
import { readPictureFile } from '@/lib/pictures/picture-files';
import { pictureIdOf } from '@/lib/pictures/picture-url';
import { picturesTag } from '@/lib/pictures/pictures';

export async function drawPagePicture(path: string[]): Promise<Buffer | null> {
  const [lang, ...page] = path;
  const last = page.at(-1);
  if (!isLanguage(lang) || !last?.endsWith('.png')) return null;
  tagPage('content', 'courses', 'articles', picturesTag);
  const [site, style, content] = await Promise.all([
    readSiteConfig(),
    readStyle(),
    shareContent(lang, [...page.slice(0, -1), last.slice(0, -4)]),
  ]);
  if (!content) return null;
  const colours = {
    ground: style?.['--deep'] ?? '#111111',
    ink: style?.['--on-deep'] ?? '#ffffff',
    accent: style?.['--gold'] ?? '#cccccc',
  };
  const { title, eyebrow, imageUrl } = content;
  const cover = imageUrl ? await readCover(imageUrl) : null;
  return drawSharePicture({ lang, title, eyebrow, productName: site?.productNames[lang] ?? '' }, colours, cover);
}

async function readCover(imageUrl: string): Promise<string | Buffer | null> {
  const id = pictureIdOf(imageUrl);
  return id ? readPictureFile(id, imageUrl.split('/').at(-1) ?? '') : publicFilePath(imageUrl);
}

interface ShareContent {
  title: string;
  eyebrow: string;
  imageUrl: string | null;
}

export async function shareContent(lang: Language, page: string[]): Promise<ShareContent | null> {
  if (!(await isPathEnabled(`/${lang}/${page.join('/')}`))) return null;
  const [area = '', ...rest] = page;
  if (area === 'details') return readDetailsContent(lang, rest);
  if (area === 'articles' && rest.length === 1) return readArticleContent(lang, rest[0] ?? '');
  if (area === 'work' && rest.length === 1) return readCaseContent(lang, rest[0] ?? '');
  if (rest.length > 0) return null;
  if (area === 'home') return readHomeContent(lang);
  if (area === 'level-test') return readLevelTestContent(lang);
  if (area === 'policy' || area === 'refund-policy') return readLegalContent(area);
  const contentPage = contentPages.find(({ path, languages }) => path === `/${area}` && languages.includes(lang));
  return contentPage ? readPageContent(lang, contentPage.folder, `tab_${area}`) : null;
}

async function readHomeContent(lang: Language): Promise<ShareContent | null> {
  const hero = (await readHomePage(lang))?.blocks[0];
  return hero
    ? { title: hero.title, eyebrow: hero.eyebrow ?? '', imageUrl: hero.imageSmallPath ?? hero.imageIconPath }
    : null;
}

async function readLevelTestContent(lang: Language): Promise<ShareContent> {
  const translate = await loadTranslator(lang);
  return { title: translate('level_test.title'), eyebrow: translate('tab_courses'), imageUrl: null };
}

async function readPageContent(lang: Language, folder: string, tab: string): Promise<ShareContent> {
  const [translate, metadata] = await Promise.all([loadTranslator(lang), readMetaData(lang, folder)]);
  const title = [metadata?.heading?.first, metadata?.heading?.second].filter(Boolean).join(' ') || metadata?.meta.title;
  const eyebrow = translate.has(tab) ? translate(tab) : '';
  return { title: title ?? eyebrow, eyebrow, imageUrl: null };
}

async function readLegalContent(file: 'policy' | 'refund-policy'): Promise<ShareContent | null> {
  const legal = await readLegal(file);
  return legal && { title: legal.title, eyebrow: `Effective ${legal.effective}`, imageUrl: null };
}

async function readDetailsContent(
  lang: Language,
  [pagename = '', filename = '', title = '']: string[],
): Promise<ShareContent | null> {
  const translate = await loadTranslator(lang);
  if (pagename === 'course-page' && filename === 'courses-data') {
    const found = await findCourseDetails(title, lang);
    return found.state === 'found'
      ? { title: found.course.title, eyebrow: translate('tab_courses'), imageUrl: found.course.imageUrl }
      : null;
  }
  const details = await findDetails(lang, pagename, filename, title);
  return details.state === 'found'
    ? { title: details.item.title, eyebrow: translate('tab_services'), imageUrl: details.item.imageUrl }
    : null;
}

async function readCaseContent(lang: Language, slug: string): Promise<ShareContent | null> {
  const found = await findCase(lang, slug);
  return found.state === 'found'
    ? { title: found.item.title, eyebrow: found.item.client, imageUrl: found.item.picture.src }
    : null;
}

async function readArticleContent(lang: Language, id: string): Promise<ShareContent | null> {
  const article = await findArticle(id, lang, now());
  return article && { title: article.title, eyebrow: article.category, imageUrl: article.imageUrl };
}
