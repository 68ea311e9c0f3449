import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import styles from './section.module.css';

type SectionProps = Omit<ComponentProps<'section'>, 'title' | 'className'> & {
  tone?: 'paper' | 'sand' | 'deep';
  narrow?: boolean;
  tight?: boolean;
};

export function Section({ tone = 'paper', narrow, tight, children, ...rest }: SectionProps) {
  return (
    <section {...rest} className={classNames(styles.section, styles[tone], tight && styles.tight)}>
      <div className={classNames(styles.inner, narrow && styles.narrow)}>{children}</div>
    </section>
  );
}

interface HeadingProps {
  eyebrow?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  level?: 1 | 2;
  actions?: ReactNode;
  picture?: ReactNode;
}

export function Heading({ eyebrow, title, children, level = 2, actions, picture }: HeadingProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <header className={classNames(styles.heading, Boolean(picture) && styles.pictured)}>
      <div className={styles.words}>
        {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
        <Title>{title}</Title>
        {children && <div className={styles.lead}>{children}</div>}
      </div>
      {actions}
      {picture && <div className={styles.picture}>{picture}</div>}
    </header>
  );
}
