/** Where the pictures of the library are served: `/assets/pictures/{id}/{width}.{avif|webp}`. */

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Widths in pixels that a picture is made in, as far as it has them. */
const widths = [320, 640, 960, 1280, 1920, 2560] as const;
export const largestWidth = 2560;
/** What an address in a text or a content file names: wide enough for a column, and what a browser without `srcset` loads. */
const addressedWidth = 1280;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const address = new RegExp(`^/assets/pictures/(${uuid})/\\d{1,4}\\.(?:avif|webp)$`);
const id = new RegExp(`^${uuid}$`);
const file = /^(\d{1,4})\.(avif|webp)$/;

export const isPictureId = (text: string): boolean => id.test(text);

/** The files of a picture that is `width` pixels wide: the steps below it, and its own width where that is no step. */
export const widthsOf = (width: number): number[] => [...new Set([...widths.filter((step) => step < width), Math.min(width, largestWidth)])];

/** The width that stands in addresses. */
export const addressWidthOf = (width: number): number => widthsOf(width).filter((each) => each <= addressedWidth).at(-1) ?? width;

export const pictureAddress = (pictureId: string, width: number, format: PictureFormat = 'webp'): string => `/assets/pictures/${pictureId}/${width}.${format}`;

/** Null for an address that is not the library's. */
export const pictureIdOf = (src: string): string | null => address.exec(src)?.[1] ?? null;

/** The pictures that a text, an HTML text or the text of a content file names. */
export const pictureIdsIn = (text: string): string[] => [...new Set([...text.matchAll(new RegExp(`/assets/pictures/(${uuid})/`, 'g'))].map(([, found]) => found!))];

/** `960.webp`, as the last segment of an address; null for any other name. */
export function pictureFileOf(name: string): { width: number; format: PictureFormat } | null {
  const [, width, format] = file.exec(name) ?? [];
  return width && format ? { width: Number(width), format: format as PictureFormat } : null;
}

export const srcSetOf = (pictureId: string, width: number, format: PictureFormat): string =>
  widthsOf(width).map((each) => `${pictureAddress(pictureId, each, format)} ${each}w`).join(', ');
