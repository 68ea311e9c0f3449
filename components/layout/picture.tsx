import type { ComponentProps } from 'react';
import type { CasePicture } from '@/lib/content/schema';
import { pictureIdOf, sizedSources, srcSetOf } from '@/lib/pictures/picture-url';
import { avifMedia, columnSizes, describePicture, pictureStyle, type PictureView } from '@/lib/pictures/pictures';
import styles from './picture.module.css';

export type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  src: string;
  alt: string;
  other?: { src: string; media: string } | undefined;
  frameClass?: string | undefined;
};

export const loadingOf = (first = false): Pick<PictureProps, 'fetchPriority' | 'loading'> =>
  first ? { fetchPriority: 'high' } : { loading: 'lazy' };

async function findLibraryPicture(src: string): Promise<PictureView | null> {
  const id = pictureIdOf(src);
  return id ? describePicture(id) : null;
}

export async function Picture({ src, alt, sizes = columnSizes, style, other, frameClass, ...rest }: PictureProps) {
  const [view, otherView] = await Promise.all([findLibraryPicture(src), other ? findLibraryPicture(other.src) : null]);
  const image = view ? (
    <img
      {...rest}
      src={src}
      alt={alt}
      srcSet={srcSetOf(view.id, view.width, 'webp')}
      sizes={sizes}
      style={{ ...pictureStyle(view), ...style }}
    />
  ) : (
    <img {...rest} src={src} alt={alt} style={style} />
  );
  if (!view && !other && !frameClass) return image;
  return (
    <picture className={frameClass ?? styles.formats}>
      {other && otherView && (
        <source
          type="image/avif"
          media={other.media}
          srcSet={srcSetOf(otherView.id, otherView.width, 'avif')}
          sizes={sizes}
        />
      )}
      {other && (
        <source
          media={other.media}
          srcSet={otherView ? srcSetOf(otherView.id, otherView.width, 'webp') : other.src}
          sizes={otherView ? sizes : undefined}
        />
      )}
      {view && (
        <source
          type="image/avif"
          media={avifMedia(view)}
          srcSet={srcSetOf(view.id, view.width, 'avif')}
          sizes={sizes}
        />
      )}
      {image}
    </picture>
  );
}

type SharedPictureProps = PictureProps & { transitionName?: string | undefined };

/** On navigation, the browser morphs the picture into the next page's picture with the same `transitionName`. */
export const SharedPicture = ({ transitionName, style, ...rest }: SharedPictureProps) => (
  <Picture {...rest} style={{ ...style, viewTransitionName: transitionName }} decoding="async" />
);

interface Props {
  picture: CasePicture;
  sizes: string;
  className?: string | undefined;
  frameClass?: string | undefined;
  first?: boolean;
  transitionName?: string;
}

export function ContentPicture({
  picture: { src, alt, colour, focus },
  sizes,
  className,
  frameClass,
  first,
  transitionName,
}: Props) {
  const style = {
    viewTransitionName: transitionName,
    ...(colour ? { backgroundColor: colour } : {}),
    ...(focus ? { objectPosition: focus } : {}),
  };
  const image = {
    alt,
    sizes,
    className,
    style,
    width: 1600,
    height: 1000,
    decoding: 'async',
    ...loadingOf(first),
  } as const;
  const avif = sizedSources(src, 'avif');
  return avif ? (
    <picture className={frameClass}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img {...image} alt={alt} src={src} srcSet={sizedSources(src, 'webp') ?? undefined} />
    </picture>
  ) : (
    <Picture {...image} src={src} frameClass={frameClass} />
  );
}
