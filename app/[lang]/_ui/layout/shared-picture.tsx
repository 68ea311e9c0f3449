import { ViewTransition, type ComponentProps } from 'react';

type PictureProps = Omit<ComponentProps<'img'>, 'name' | 'src'> & { src: string; alt: string; /** The same on both pages; one picture a page has it. */ name?: string | undefined };

/** A picture that flies from a list to the page it leads to, where the browser can. */
export function SharedPicture({ name, alt, ...rest }: PictureProps) {
  const picture = <img {...rest} alt={alt} decoding="async" />;
  return name ? <ViewTransition name={name} default="none" share="auto">{picture}</ViewTransition> : picture;
}
