import type { ComponentProps, ReactNode } from 'react';
import styles from './disclosure.module.css';
import { classNames } from '../class-names';

interface DisclosureProps extends ComponentProps<'details'> { summary: ReactNode }

/** A quiet line that opens what is behind it, a small form most times; `<details>`, so without JavaScript too. */
export function Disclosure({ summary, className, children, ...details }: DisclosureProps) {
  return (
    <details className={classNames(styles.disclosure, className)} {...details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
