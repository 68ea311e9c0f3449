import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import styles from './tab-links.module.css';

interface TabLinksProps {
  label: string;
  tabs: Array<{ href: string; label: string; current: boolean }>;
}

export const TabLinks = ({ label, tabs }: TabLinksProps) => (
  <Tabs label={label}>
    {tabs.map((tab) => (
      <TabLink key={tab.href} href={tab.href} current={tab.current}>
        {tab.label}
      </TabLink>
    ))}
  </Tabs>
);

export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={styles.tabs}>
    {children}
  </nav>
);

export const TabLink = ({ current, ...link }: ComponentProps<typeof Link> & { current: boolean }) => (
  <Link {...link} aria-current={current ? 'page' : undefined} prefetch={false} />
);
