import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { CoveringLink } from '@/components/ui/navigation/covering-link';
import styles from './picture-card.module.css';

interface CardProps {
  href: string;
  title: string;
  level: 2 | 3;
  text?: string;
  picture: ReactNode;
  children?: ReactNode;
  form?: 'wide' | 'row' | undefined;
}

export function PictureCards({ children }: { children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>;
}

export function PictureShelf({ children }: { children: ReactNode }) {
  return <ul className={styles.shelf}>{children}</ul>;
}

export function PictureCard({ href, title, level, text, picture, children, form }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <li className={classNames(styles.card, form && styles[form])}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <Title className={styles.title}>
          <CoveringLink href={href}>{title}</CoveringLink>
        </Title>
        {text && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </li>
  );
}
