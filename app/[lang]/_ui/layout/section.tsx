import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names';
import styles from './section.module.css';

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  tone?: 'paper' | 'sand' | 'deep';
  /** Text column instead of the page's whole width. */
  narrow?: boolean;
  /** Less space above and below. */
  tight?: boolean;
};

/** A band across the page with its content held to the page's width. */
export function Section({ tone = 'paper', narrow, tight, className, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={classNames(styles.section, styles[tone], tight && styles.tight, className)}>
      <div className={classNames(styles.inner, narrow && styles.narrow)}>{children}</div>
    </section>
  );
}

interface HeadingProps { eyebrow?: ReactNode; title: ReactNode; children?: ReactNode; level?: 1 | 2; id?: string; /** Beside the words, below them where there is no room. */ actions?: ReactNode }

/** The head of a page (level 1) or of a section: a small line above, the title, a paragraph, and what to do about it. */
export function Heading({ eyebrow, title, children, level = 2, id, actions }: HeadingProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <header className={styles.heading}>
      <div className={styles.words}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <Title id={id}>{title}</Title>
        {children && <div className={styles.lead}>{children}</div>}
      </div>
      {actions}
    </header>
  );
}
