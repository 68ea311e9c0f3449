import type { ReactNode } from 'react';
import { CoveringLink } from '../navigation/covering-link';
import styles from './picture-card.module.css';

interface CardProps {
  href: string;
  title: string;
  level: 2 | 3;
  text: string;
  picture: ReactNode;
  children?: ReactNode;
}

export function PictureCards({ children }: { children: ReactNode }) {
  return <ul className={styles.cards}>{children}</ul>;
}

/** A picture, a title that makes the whole card a link, a text, and what else there is to say. */
export function PictureCard({ href, title, level, text, picture, children }: CardProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <li className={styles.card}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.body}>
        <Title className={styles.title}><CoveringLink href={href}>{title}</CoveringLink></Title>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </li>
  );
}
