import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import styles from './accordion.module.css';

interface AccordionSection {
  id: string;
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
  open?: boolean;
}

interface AccordionProps {
  sections: readonly AccordionSection[];
  /** Row L1: opening a section closes the others of this group. */
  group?: string;
  className?: string;
}

/** Uses `<details>`, which works without JavaScript and with the browser's find in page. Row L1: opens in 400 ms. */
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
