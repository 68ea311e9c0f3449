/** Pictures in the repository that lie there in several widths: `{name}-480.avif`, `{name}-480.webp` and so on; content names the largest WebP. */
export const sizedWidths = [480, 960, 1600] as const;

const largest = /^(\/assets\/[\w\-/]+)-1600\.webp$/;

/** Every file of such a picture as a `srcset`; null for any other address. */
export function sizedSources(src: string, type: 'avif' | 'webp'): string | null {
  const name = largest.exec(src)?.[1];
  return name ? sizedWidths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ') : null;
}
