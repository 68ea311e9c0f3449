import 'server-only';
import { safeHtml } from '@/lib/content/safe-html';
import type { Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';
import { describePicture, type PictureView } from './describe-picture';
import { pictureIdOf, srcSetOf } from './picture-address';

/** The browser knows the width of what it loads late. */
export const columnSizes = '(width >= 48rem) 45rem, 100vw';

/** How a picture that fills its box lies in it, and what is seen before it has come. */
export function pictureStyle({ focusX, focusY, placeholder }: PictureView): Record<string, string> {
  const position = `${focusX}% ${focusY}%`;
  return { objectPosition: position, ...(placeholder ? { backgroundImage: `url(${placeholder})`, backgroundPosition: position, backgroundSize: 'cover' } : {}) };
}

/** Of an animation the AVIF files stand still: for whoever asked for less motion. */
export const avifMedia = ({ frames }: PictureView): string | undefined => (frames > 1 ? '(prefers-reduced-motion: reduce)' : undefined);

/** @param html sanitised. @returns the same with the pictures of the library in every size and format, and with their size and text where the text has none */
export async function withPictures(html: string, lang: Language): Promise<string> {
  const parts = await Promise.all(html.split(/(<img [^>]*>)/).map((part) => (part.startsWith('<img ') ? withSizes(part, lang) : part)));
  return parts.join('');
}

/** HTML of a content file or a course as a page shows it: cleaned, and with its pictures of the library as `withPictures` has them. */
export const pageHtml = (html: string, lang: Language): Promise<string> => withPictures(safeHtml(html), lang);

const attribute = (tag: string, name: string): string | null => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

async function withSizes(tag: string, lang: Language): Promise<string> {
  const id = pictureIdOf(attribute(tag, 'src') ?? '');
  const view = id && (await describePicture(id));
  if (!view) return tag;
  const { width, height, alt } = view;
  const style = Object.entries(pictureStyle(view)).map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`).join(';');
  const size = attribute(tag, 'width') && attribute(tag, 'height') ? '' : ` width="${width}" height="${height}"`;
  const text = attribute(tag, 'alt') ? '' : ` alt="${escapeHtml(alt[lang])}"`;
  const own = tag.replace(/ ?\/?>$/, '').replace(/ alt(?:="")?(?=[ >]|$)/, '').replace(size ? / (?:width|height)="[^"]*"/g : /$^/, '');
  const media = avifMedia(view) ? ` media="${avifMedia(view)}"` : '';
  return `<picture><source type="image/avif" srcset="${srcSetOf(view.id, width, 'avif')}" sizes="${columnSizes}"${media}>${own} srcset="${srcSetOf(view.id, width, 'webp')}" sizes="${columnSizes}"${size}${text} style="${style}"></picture>`;
}
