import type { ReactNode } from 'react';
import styles from './accordion.module.css';
import { classNames } from '../class-names';
import { Icon } from '../icon';

export interface AccordionSection { id: string; title: ReactNode; note?: ReactNode; children: ReactNode; open?: boolean }

interface AccordionProps {
  sections: readonly AccordionSection[];
  /** Single mode: opening one closes the others that carry the same name (row L1). */
  group?: string;
  className?: string;
}

/** Native `<details>`: works without JavaScript, found by the browser's own search; 400 ms (L1). */
export function Accordion({ sections, group, className }: AccordionProps) {
  return (
    <div className={classNames(styles.accordion, className)}>
      {sections.map((section) => (
        <details key={section.id} id={section.id} name={group} open={section.open} className={styles.section}>
          <summary className={styles.summary}>
            <span className={styles.title}>{section.title}</span>
            {section.note && <span className={styles.note}>{section.note}</span>}
            <Icon name="chevron" className={styles.chevron} />
          </summary>
          <div className={styles.body}>{section.children}</div>
        </details>
      ))}
    </div>
  );
}
