'use client';

import Link from 'next/link';
import { Icon } from '../../_ui/icon';
import styles from './header.module.css';

/** Row N19. On narrow screens it stands in the menu, which it closes. */
export const SearchLink = ({ lang, label }: { lang: string; label: string }) => (
  <Link href={`/${lang}/search`} className={styles.search} prefetch={false} onClick={() => document.getElementById('menu')?.hidePopover?.()}>
    <Icon name="search" />
    <span className={styles.searchLabel}>{label}</span>
  </Link>
);
