import { publicFilePath } from '@/lib/content/files/public-file';
import { readSiteConfig, readStyle } from '@/lib/content/read';
import { drawSharePicture } from '@/lib/content/pictures/share-picture';
import { isLanguage } from '@/lib/language';
import { tagPage } from '@/lib/cache/page-context';
import { shareContent } from './share-content';

/** `{lang}/{page}.png`, with the texts that the page itself shows; null where there is no such page. */
export async function drawPagePicture(path: string[]): Promise<Buffer | null> {
  const [lang, ...page] = path;
  const last = page.at(-1);
  if (!isLanguage(lang) || !last?.endsWith('.png')) return null;
  tagPage('content', 'courses', 'articles');
  const [site, style, content] = await Promise.all([readSiteConfig(), readStyle(), shareContent(lang, [...page.slice(0, -1), last.slice(0, -4)])]);
  if (!content) return null;
  const colours = { ground: style?.['--deep'] ?? '#111111', ink: style?.['--on-deep'] ?? '#ffffff', accent: style?.['--gold'] ?? '#cccccc' };
  const { title, eyebrow, imageUrl } = content;
  const cover = imageUrl ? publicFilePath(imageUrl) : null;
  return drawSharePicture({ lang, title, eyebrow, productName: site?.productNames[lang] ?? '' }, colours, cover);
}
