import { ZodError } from 'zod';
import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { safeHtml } from '@/lib/content/safe-html';
import { db, type Tx } from '@/lib/database/client';
import { inEachLanguage, type Language, languages, type Localised } from '@/lib/language';
import { log } from '@/lib/log';
import { InvalidInput } from '@/lib/problem';
import { escapeHtml } from '@/lib/text';
import { pictureIdOf, pictureIdsIn, srcSetOf } from './picture-url';

export interface PictureView {
  id: string;
  width: number;
  height: number;
  frames: number;
  focusX: number;
  focusY: number;
  placeholder: string | null;
  alt: Localised;
}

export const picturesTag = 'pictures';

export const altOf = (stored: unknown): Localised => {
  const storedAlt = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Localised<unknown>>;
  return inEachLanguage((lang) => (typeof storedAlt[lang] === 'string' ? storedAlt[lang] : ''));
};

/** Returns null if the picture is unknown or the database fails; the page then shows it without smaller sizes. */
export async function describePicture(id: string): Promise<PictureView | null> {
  tagPage(picturesTag);
  try {
    return await memoizeUntilInvalidated(`picture ${id}`, [picturesTag], () => findReadyPicture(id));
  } catch (error) {
    log.warn({ err: error, picture: id }, 'A picture could not be looked up; the page shows it without smaller sizes');
    markPageDegraded();
    return null;
  }
}

async function findReadyPicture(id: string): Promise<PictureView | null> {
  const row = await (
    await db()
  ).picture.findFirst({
    where: { id, status: 'ready' },
    select: {
      id: true,
      width: true,
      height: true,
      frames: true,
      focusX: true,
      focusY: true,
      placeholder: true,
      alt: true,
    },
  });
  return row && { ...row, alt: altOf(row.alt) };
}

export const columnSizes = '(width >= 48rem) 45rem, 100vw';

export function pictureStyle({ focusX, focusY, placeholder }: PictureView): Record<string, string> {
  const position = `${focusX}% ${focusY}%`;
  return {
    objectPosition: position,
    ...(placeholder
      ? { backgroundImage: `url(${placeholder})`, backgroundPosition: position, backgroundSize: 'cover' }
      : {}),
  };
}

/** AVIF files of animations are still, so only visitors who prefer reduced motion get them. */
export const avifMedia = ({ frames }: PictureView): string | undefined =>
  frames > 1 ? '(prefers-reduced-motion: reduce)' : undefined;

export async function withPictures(html: string, lang: Language): Promise<string> {
  const parts = await Promise.all(
    html.split(/(<img [^>]*>)/).map((part) => (part.startsWith('<img ') ? addSizes(part, lang) : part)),
  );
  return parts.join('');
}

export const renderPageHtml = (html: string, lang: Language): Promise<string> => withPictures(safeHtml(html), lang);

const attributeValue = (tag: string, name: string): string | null =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

async function addSizes(tag: string, lang: Language): Promise<string> {
  const id = pictureIdOf(attributeValue(tag, 'src') ?? '');
  const view = id && (await describePicture(id));
  if (!view) return tag;
  const { width, height, alt } = view;
  const style = Object.entries(pictureStyle(view))
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';');
  const size =
    attributeValue(tag, 'width') && attributeValue(tag, 'height') ? '' : ` width="${width}" height="${height}"`;
  const text = attributeValue(tag, 'alt') ? '' : ` alt="${escapeHtml(alt[lang])}"`;
  const attributes = tag
    .replace(/ ?\/?>$/, '')
    .replace(/ alt(?:="")?(?=[ >]|$)/, '')
    .replace(size ? / (?:width|height)="[^"]*"/g : /$^/, '');
  const media = avifMedia(view) ? ` media="${avifMedia(view)}"` : '';
  return `<picture><source type="image/avif" srcset="${srcSetOf(view.id, width, 'avif')}" sizes="${columnSizes}"${media}>${attributes} srcset="${srcSetOf(view.id, width, 'webp')}" sizes="${columnSizes}"${size}${text} style="${style}"></picture>`;
}

/** Locks the rows, so that no picture is deleted while its use is saved (X30). @throws InvalidInput */
export async function assertPicturesUsable(tx: Tx, fields: Readonly<Record<string, string>>): Promise<void> {
  const ids = [...new Set(Object.values(fields).flatMap(pictureIdsIn))].sort();
  if (ids.length === 0) return;
  const rows = await tx.$queryRaw<Array<{ id: string; status: string; alt: unknown }>>`
    SELECT "id", "status"::text AS "status", "alt" FROM "Picture" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR SHARE`;
  const faultOf = (id: string): string | null => {
    const row = rows.find((each) => each.id === id);
    if (row?.status !== 'ready') return 'picture_missing';
    return languages.every((each) => altOf(row.alt)[each] !== '') ? null : 'picture_without_alt';
  };
  const faults = Object.entries(fields).flatMap(([field, text]) =>
    pictureIdsIn(text)
      .map(faultOf)
      .filter((message) => message !== null)
      .map((message) => ({ code: 'custom' as const, path: field.split('.'), message })),
  );
  if (faults.length > 0) throw new InvalidInput(new ZodError(faults));
}
