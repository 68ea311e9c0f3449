'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Icon, type IconName } from '../../_ui/icon';
import menu from '../../_ui/navigation/side-menu.module.css';
import styles from './admin-shell.module.css';

interface Section { path: string; icon: IconName; label: string }
interface Props { label: string; root: string; sections: readonly Section[] }

/** In the browser, since a layout is not rendered again when the page inside it changes. */
export function AdminNavigation({ label, root, sections }: Props) {
  const pathname = usePathname();
  const isCurrent = (path: string) => (path === '' ? pathname === root : `${pathname}/`.startsWith(`${root}${path}/`));
  return (
    <nav className={styles.side} aria-label={label}>
      <ul className={menu.links}>
        {sections.map((section) => (
          <li key={section.path}>
            <Link href={`${root}${section.path}`} aria-current={isCurrent(section.path) ? 'page' : undefined} prefetch={false}>
              <Icon name={section.icon} size={20} />
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
