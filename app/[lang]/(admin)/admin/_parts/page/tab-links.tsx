import Link from 'next/link';
import styles from './tab-links.module.css';

interface TabLinksProps { label: string; tabs: Array<{ href: string; label: string; current: boolean }> }

export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined} prefetch={false}>{tab.label}</Link>)}
    </nav>
  );
}
