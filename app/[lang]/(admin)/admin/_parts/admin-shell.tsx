import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Language } from '@/lib/language';
import { Icon, type IconName } from '../../../_ui/icon';
import menu from '../../../_ui/side-menu.module.css';
import styles from './admin-shell.module.css';

const sections = [
  { name: 'overview', path: '', icon: 'list' },
  { name: 'orders', path: '/orders', icon: 'card' },
  { name: 'learners', path: '/learners', icon: 'users' },
  { name: 'courses', path: '/courses', icon: 'book' },
  { name: 'articles', path: '/articles', icon: 'pencil' },
  { name: 'enquiries', path: '/enquiries', icon: 'mail' },
  { name: 'feedback', path: '/feedback', icon: 'star' },
  { name: 'audit', path: '/audit', icon: 'clock' },
  { name: 'health', path: '/health', icon: 'settings' },
  { name: 'api', path: '/api', icon: 'file' },
] as const satisfies ReadonlyArray<{ name: string; path: string; icon: IconName }>;

export type AdminSection = (typeof sections)[number]['name'] | null;

interface ShellProps { lang: Language; section: AdminSection; t: (key: string) => string; children: ReactNode }

/** The desk: its sections beside the work, above it on a phone. */
export function AdminShell({ lang, section, t, children }: ShellProps) {
  return (
    <div className={styles.shell}>
      <nav className={styles.side} aria-label={t('title')}>
        <p className={styles.title}>{t('title')}</p>
        <ul className={menu.links}>
          {sections.map(({ name, path, icon }) => (
            <li key={name}>
              <Link href={`/${lang}/admin${path}`} aria-current={name === section ? 'page' : undefined} prefetch={false}>
                <Icon name={icon} size={20} />
                {t(`section_${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
