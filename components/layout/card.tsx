import type { ComponentProps } from 'react';
import { classNames } from '@/components/ui/class-names';
import styles from './card.module.css';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'article' | 'li' | 'section' | 'aside';
  padding?: 'none' | 'medium' | 'large';
};

export function Card({ as: Element = 'div', padding = 'medium', className, ...rest }: CardProps) {
  const Tag = Element as 'div';
  return <Tag {...rest} className={classNames(styles.card, styles[padding], className)} />;
}
