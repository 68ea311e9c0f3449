import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { CoveringLink } from '../navigation/covering-link';
import styles from './picture-card.module.css';

interface CardProps {
  href: string;
  title: string;
  level: 2 | 3;
  text?: string;
  picture: ReactNode;
  children?: ReactNode;
  /** `wide`: text beside the picture where there is room. `row`: a line of a list, its picture small. */
  form?: 'wide' | 'row' | undefined;
}

export function PictureCards({ children }: { children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>;
}

/** One in full, the rest small: what is offered here at a glance. */
export function PictureShelf({ children }: { children: ReactNode }) {
  return <ul className={styles.shelf}>{children}</ul>;
}

/** A picture, a title that makes the whole card a link, a text, and what else there is to say. */
export function PictureCard({ href, title, level, text, picture, children, form }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <li className={classNames(styles.card, form && styles[form])}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <Title className={styles.title}><CoveringLink href={href}>{title}</CoveringLink></Title>
        {text && <p className={styles.text}>{text}</p>}
        {children}
      </div>
    </li>
  );
}
