import { ViewTransition } from 'react';
import { pictureWidths, type Picture } from '@/lib/content/work-schema';

interface Props {
  picture: Picture;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  className?: string | undefined;
  /** In sight when the page opens: loaded at once. */
  first?: boolean;
  /** The same on a list and the page it leads to; one picture a page has it. */
  name?: string;
}

const sourceSet = (path: string, type: 'avif' | 'webp') => pictureWidths.map((width) => `${path}-${width}.${type} ${width}w`).join(', ');

/** A raster picture of the content in the smallest file that serves; its own colour stands in its place until it is there. */
export function ContentPicture({ picture: { path, width, height, alt, colour, focus }, sizes, className, first, name }: Props) {
  const picture = (
    <picture>
      <source type="image/avif" srcSet={sourceSet(path, 'avif')} sizes={sizes} />
      <img
        className={className} src={`${path}-960.webp`} srcSet={sourceSet(path, 'webp')} sizes={sizes} width={width} height={height} alt={alt}
        style={{ backgroundColor: colour, ...(focus ? { objectPosition: focus } : {}) }} decoding="async" {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      />
    </picture>
  );
  return name ? <ViewTransition name={name} default="none" share="auto">{picture}</ViewTransition> : picture;
}
