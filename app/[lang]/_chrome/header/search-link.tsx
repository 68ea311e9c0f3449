'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { Icon } from '../../_ui/icon';
import styles from './header.module.css';

/** The second is what an Arabic keyboard has on the same key. */
const keys = ['/', 'ظ'];

/** Row N19. The key `/` puts the cursor into the field of the search page, or opens that page. */
export function SearchLink({ lang, label }: { lang: string; label: string }) {
  const router = useRouter();
  const path = `/${lang}/search`;
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!keys.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      const field = document.getElementById('site-search');
      if (field) field.focus();
      else router.push(path);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, [path, router]);
  return (
    <Link href={path} className={styles.search} prefetch={false} aria-keyshortcuts="/" onClick={() => document.getElementById('menu')?.hidePopover()}>
      <Icon name="search" />
      <span className={styles.searchLabel}>{label}</span>
    </Link>
  );
}

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null);
