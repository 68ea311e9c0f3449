import { ViewTransition } from 'react';
import { sizedSources } from '@/lib/content/pictures/sized-picture';
import type { CasePicture } from '@/lib/content/work/work-schema';
import { loadingOf, Picture } from './picture';

interface Props {
  picture: CasePicture;
  /** How wide it is shown, as `sizes` of an image. */
  sizes: string;
  className?: string | undefined;
  frameClass?: string | undefined;
  /** In sight when the page opens. */
  first?: boolean;
  /** The same on a list and the page it leads to; one picture a page has it. */
  name?: string;
}

/** A screen of work, 16:10 unless its place says otherwise: of the library, or of the repository in several widths. */
export function ContentPicture({ picture: { src, alt, colour, focus }, sizes, className, frameClass, first, name }: Props) {
  const style = { ...(colour ? { backgroundColor: colour } : {}), ...(focus ? { objectPosition: focus } : {}) };
  const image = { alt, sizes, className, style, width: 1600, height: 1000, decoding: 'async', ...loadingOf(first) } as const;
  const avif = sizedSources(src, 'avif');
  const picture = avif ? (
    <picture className={frameClass}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img {...image} alt={alt} src={src} srcSet={sizedSources(src, 'webp') ?? undefined} />
    </picture>
  ) : <Picture {...image} src={src} frameClass={frameClass} />;
  return name ? <ViewTransition name={name} default="none" share="auto">{picture}</ViewTransition> : picture;
}
