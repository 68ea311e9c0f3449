import { ViewTransition } from 'react';
import { Picture, type PictureProps } from './picture';

type SharedPictureProps = Omit<PictureProps, 'name'> & { /** The same on both pages; one picture a page has it. */ name?: string | undefined };

/** A picture that flies from a list to the page it leads to, where the browser can. */
export function SharedPicture({ name, ...rest }: SharedPictureProps) {
  const picture = <Picture {...rest} decoding="async" />;
  return name ? <ViewTransition name={name} default="none" share="auto">{picture}</ViewTransition> : picture;
}
