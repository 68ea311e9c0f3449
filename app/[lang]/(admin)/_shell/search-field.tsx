'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Icon } from '../../_ui/icon';
import styles from './search-field.module.css';

interface Props { action: string; label: string }

/** The field of the top bar, reached by Ctrl+K or Cmd+K; where there is no room for it, a link to the page that has one. */
export function SearchField({ action, label }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const isShown = (field.current?.getClientRects().length ?? 0) > 0;
      if (isShown) field.current?.select();
      else router.push(action);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, [action, router]);
  return (
    <>
      <form role="search" method="get" action={action} className={styles.search}>
        <label className={styles.field}>
          <Icon name="search" size={18} />
          <input ref={field} type="search" name="q" aria-label={label} aria-keyshortcuts="Control+K Meta+K" placeholder={label} maxLength={100} required />
          <kbd aria-hidden="true">Ctrl K</kbd>
        </label>
      </form>
      <Link href={action} className={styles.link} aria-label={label} prefetch={false}><Icon name="search" /></Link>
    </>
  );
}
