import type { ComponentProps } from 'react';
import { tagPage } from '@/lib/cache/page-context';
import { describePicture, picturesTag, type PictureView } from '@/lib/media/describe-picture';
import { pictureIdOf, srcSetOf } from '@/lib/media/picture-address';
import { avifMedia, columnSizes, pictureStyle } from '@/lib/media/picture-html';
import styles from './picture.module.css';

export type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  src: string;
  alt: string;
  /** Shown instead where `media` holds. */
  other?: { src: string; media: string } | undefined;
  /** Of the frame around the image; without it the image lies in its parent's layout. */
  frameClass?: string | undefined;
};

/** What is in sight when the page opens is asked for before all other pictures, which come when they are near. */
export const loadingOf = (first = false): Pick<PictureProps, 'fetchPriority' | 'loading'> => (first ? { fetchPriority: 'high' } : { loading: 'lazy' });

async function libraryPicture(src: string): Promise<PictureView | null> {
  const id = pictureIdOf(src);
  if (!id) return null;
  tagPage(picturesTag);
  return describePicture(id);
}

/** A picture of the library in every size and format there is, blurred until it has come; any other picture as it is. */
export async function Picture({ src, alt, sizes = columnSizes, style, other, frameClass, ...rest }: PictureProps) {
  const [view, otherView] = await Promise.all([libraryPicture(src), other ? libraryPicture(other.src) : null]);
  const image = view
    ? <img {...rest} src={src} alt={alt} srcSet={srcSetOf(view.id, view.width, 'webp')} sizes={sizes} style={{ ...pictureStyle(view), ...style }} />
    : <img {...rest} src={src} alt={alt} style={style} />;
  if (!view && !other && !frameClass) return image;
  return (
    <picture className={frameClass ?? styles.formats}>
      {other && otherView && <source type="image/avif" media={other.media} srcSet={srcSetOf(otherView.id, otherView.width, 'avif')} sizes={sizes} />}
      {other && <source media={other.media} srcSet={otherView ? srcSetOf(otherView.id, otherView.width, 'webp') : other.src} sizes={otherView ? sizes : undefined} />}
      {view && <source type="image/avif" media={avifMedia(view)} srcSet={srcSetOf(view.id, view.width, 'avif')} sizes={sizes} />}
      {image}
    </picture>
  );
}
