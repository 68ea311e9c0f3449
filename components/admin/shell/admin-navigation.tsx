'use client';

import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { keyOf } from '@/components/ui/key-of';
import styles from './admin-shell.module.css';
import searchFieldStyles from './search-field.module.css';
import menu from '@/components/ui/navigation/side-menu.module.css';

interface Section {
  path: string;
  icon: IconName;
  label: string;
}
interface Props {
  label: string;
  root: string;
  sections: readonly Section[];
}

/** A client component, because a layout does not render again when its page changes. */
export function AdminNavigation({ label, root, sections }: Props) {
  const pathname = usePathname();
  const isCurrent = (path: string) => (path === '' ? pathname === root : `${pathname}/`.startsWith(`${root}${path}/`));
  return (
    <nav className={styles.side} aria-label={label}>
      <ul className={menu.links}>
        {sections.map((section) => (
          <li key={section.path}>
            <Link
              href={`${root}${section.path}`}
              aria-current={isCurrent(section.path) ? 'page' : undefined}
              prefetch={false}
            >
              <Icon name={section.icon} size={20} />
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SearchFieldProps {
  action: string;
  label: string;
}

export function SearchField({ action, label }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        keyOf(event) !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      const isShown = (field.current?.getClientRects().length ?? 0) > 0;
      if (isShown) field.current?.select();
      else router.push(action);
    };
    window.addEventListener('keydown', focusSearch);
    return () => window.removeEventListener('keydown', focusSearch);
  }, [action, router]);
  return (
    <>
      <form role="search" aria-label={label} method="get" action={action} className={searchFieldStyles.search}>
        <label className={searchFieldStyles.field}>
          <Icon name="search" size={18} />
          <input
            ref={field}
            type="search"
            name="q"
            aria-label={label}
            aria-keyshortcuts="Control+K Meta+K"
            placeholder={label}
            maxLength={100}
            required
          />
          <kbd aria-hidden="true">Ctrl K</kbd>
        </label>
      </form>
      <Link href={action} className={searchFieldStyles.link} aria-label={label} prefetch={false}>
        <Icon name="search" />
      </Link>
    </>
  );
}
