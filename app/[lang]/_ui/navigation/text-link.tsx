import Link from 'next/link';
import type { ComponentProps } from 'react';
import { Icon } from '../icon';
import styles from './text-link.module.css';

/** A link on its own line, with an arrow that points along the reading direction. */
export function ArrowLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={styles.arrow}>
      <span>{children}</span>
      <Icon name="arrow" size={18} />
    </Link>
  );
}

/** A link on a line of its own, as high as a finger. */
export const LineLink = (props: ComponentProps<typeof Link>) => <Link {...props} className={styles.line} />;

/** Another site: a new tab, which knows nothing of this one. */
export function ExternalLink({ children, rel, ...rest }: ComponentProps<'a'>) {
  return <a target="_blank" rel={rel ? `noopener ${rel}` : 'noopener'} {...rest}>{children}</a>;
}
