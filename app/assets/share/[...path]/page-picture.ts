import { publicFilePath } from '@/lib/content/files/asset-path';
import { readSiteConfig, readStyle } from '@/lib/content/read';
import { drawSharePicture } from '@/lib/content/pictures/share-picture';
import { isLanguage } from '@/lib/language';
import { tagPage } from '@/lib/cache/page-context';
import { picturesTag } from '@/lib/media/describe-picture';
import { pictureIdOf } from '@/lib/media/picture-address';
import { readPictureFile } from '@/lib/media/picture-files';
import { shareContent } from './share-content';

/** `{lang}/{page}.png`, with the texts that the page itself shows; null where there is no such page. */
export async function drawPagePicture(path: string[]): Promise<Buffer | null> {
  const [lang, ...page] = path;
  const last = page.at(-1);
  if (!isLanguage(lang) || !last?.endsWith('.png')) return null;
  tagPage('content', 'courses', 'articles', picturesTag);
  const [site, style, content] = await Promise.all([readSiteConfig(), readStyle(), shareContent(lang, [...page.slice(0, -1), last.slice(0, -4)])]);
  if (!content) return null;
  const colours = { ground: style?.['--deep'] ?? '#111111', ink: style?.['--on-deep'] ?? '#ffffff', accent: style?.['--gold'] ?? '#cccccc' };
  const { title, eyebrow, imageUrl } = content;
  const cover = imageUrl ? await coverOf(imageUrl) : null;
  return drawSharePicture({ lang, title, eyebrow, productName: site?.productNames[lang] ?? '' }, colours, cover);
}

/** A file of the site, or the bytes of a picture of the library; null when it is not there. */
async function coverOf(imageUrl: string): Promise<string | Buffer | null> {
  const id = pictureIdOf(imageUrl);
  return id ? readPictureFile(id, imageUrl.split('/').at(-1) ?? '') : publicFilePath(imageUrl);
}
