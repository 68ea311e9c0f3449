export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

const widths = [320, 640, 960, 1280, 1920, 2560] as const;
export const maxPictureWidth = 2560;
/** Width in URLs: wide enough for a column of text, and what browsers without `srcset` load. */
const urlWidth = 1280;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const urlPattern = new RegExp(`^/assets/pictures/(${uuid})/\\d{1,4}\\.(?:avif|webp)$`);
const idPattern = new RegExp(`^${uuid}$`);
const filePattern = /^(\d{1,4})\.(avif|webp)$/;

export const isPictureId = (text: string): boolean => idPattern.test(text);

export const widthsOf = (width: number): number[] => [
  ...new Set([...widths.filter((step) => step < width), Math.min(width, maxPictureWidth)]),
];

export const urlWidthOf = (width: number): number =>
  widthsOf(width)
    .filter((each) => each <= urlWidth)
    .at(-1) ?? width;

export const pictureUrl = (pictureId: string, width: number, format: PictureFormat = 'webp'): string =>
  `/assets/pictures/${pictureId}/${width}.${format}`;

export const pictureIdOf = (src: string): string | null => urlPattern.exec(src)?.[1] ?? null;

export const pictureIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(new RegExp(`/assets/pictures/(${uuid})/`, 'g'))].map(([, found]) => found!)),
];

export function pictureFileOf(name: string): { width: number; format: PictureFormat } | null {
  const [, width, format] = filePattern.exec(name) ?? [];
  return width && format ? { width: Number(width), format: format as PictureFormat } : null;
}

export const srcSetOf = (pictureId: string, width: number, format: PictureFormat): string =>
  widthsOf(width)
    .map((each) => `${pictureUrl(pictureId, each, format)} ${each}w`)
    .join(', ');

/** Widths of repository pictures such as `{name}-480.avif` and `{name}-480.webp`. Content names the largest WebP. */
export const sizedWidths = [480, 960, 1600] as const;

const largestWebp = /^(\/assets\/[\w\-/]+)-1600\.webp$/;

export function sizedSources(src: string, type: 'avif' | 'webp'): string | null {
  const name = largestWebp.exec(src)?.[1];
  return name ? sizedWidths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ') : null;
}
