import Link from 'next/link';
import type { ComponentProps } from 'react';
import { Icon } from '@/components/ui/icon';
import styles from './text-link.module.css';

export function ArrowLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={styles.arrow}>
      <span>{children}</span>
      <Icon name="arrow" size={18} />
    </Link>
  );
}

export const LineLink = (props: ComponentProps<typeof Link>) => <Link {...props} className={styles.line} />;

export const ExternalLink = (props: ComponentProps<'a'>) => <a target="_blank" rel="noopener" {...props} />;
