import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import styles from './disclosure.module.css';

interface DisclosureProps extends ComponentProps<'details'> {
  summary: ReactNode;
}

export function Disclosure({ summary, className, children, ...details }: DisclosureProps) {
  return (
    <details className={classNames(styles.disclosure, className)} {...details}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
