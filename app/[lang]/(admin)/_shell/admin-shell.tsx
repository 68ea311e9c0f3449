import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { mayBy, type Actor } from '@/lib/actor';
import { onlyOpen } from '@/lib/content/capabilities';
import { readHeader, readSiteConfig } from '@/lib/content/read';
import { permissionFor } from '@/lib/guards/page-guard';
import type { Language } from '@/lib/language';
import { LanguageMenu } from '../../_chrome/header/language-menu';
import { Main } from '../../_chrome/main';
import { ThemeButton } from '../../_chrome/header/theme-button';
import { Notice } from '../../_ui/feedback/notice';
import type { IconName } from '../../_ui/icon';
import { AccountMenu } from './account-menu';
import { AdminNavigation } from './admin-navigation';
import styles from './admin-shell.module.css';
import { SearchField } from './search-field';

const sections = [
  { name: 'overview', path: '', icon: 'list' },
  { name: 'orders', path: '/orders', icon: 'card' },
  { name: 'learners', path: '/learners', icon: 'users' },
  { name: 'courses', path: '/courses', icon: 'book' },
  { name: 'bundles', path: '/bundles', icon: 'cart' },
  { name: 'quizzes', path: '/quizzes', icon: 'check-circle' },
  { name: 'coupons', path: '/coupons', icon: 'tag' },
  { name: 'receipts', path: '/receipts', icon: 'file' },
  { name: 'content', path: '/content', icon: 'file' },
  { name: 'articles', path: '/articles', icon: 'pencil' },
  { name: 'newsletters', path: '/newsletters', icon: 'send' },
  { name: 'media', path: '/media', icon: 'picture' },
  { name: 'enquiries', path: '/enquiries', icon: 'mail' },
  { name: 'questions', path: '/questions', icon: 'info' },
  { name: 'ratings', path: '/ratings', icon: 'star' },
  { name: 'feedback', path: '/feedback', icon: 'speech' },
  { name: 'audit', path: '/audit', icon: 'clock' },
  { name: 'health', path: '/health', icon: 'settings' },
  { name: 'guide', path: '/guide', icon: 'book' },
] as const satisfies ReadonlyArray<{ name: string; path: string; icon: IconName }>;

/** Top bar, the sections that the person may use, and the page: beside each other on a desktop, below each other on a phone. */
export async function AdminShell({ lang, actor, children }: { lang: Language; actor: Actor; children: ReactNode }) {
  const allowed = await onlyOpen(sections.filter(({ path }) => mayBy(actor.role, permissionFor(`/admin${path}`))), ({ path }) => `/admin${path}`);
  const [header, site, t] = await Promise.all([readHeader(), readSiteConfig(), getTranslations()]);
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Link href={`/${lang}/admin`} className={styles.brand} prefetch={false}>
            {header && <img src={header.logo} alt="" width={36} height={36} />}
            <span className={styles.product}>{site?.productNames[lang]}</span>
            <span className={styles.area}>{t('admin.title')}</span>
          </Link>
          <div className={styles.tools}>
            <SearchField action={`/${lang}/admin/search`} label={t('admin.search_label')} />
            <ThemeButton label={t('chrome.change_theme')} />
            {header && <LanguageMenu current={lang} languages={header.languages} label={t('chrome.choose_language')} />}
            <AccountMenu
              name={actor.name} email={actor.email} siteUrl={`/${lang}/home`}
              labels={{ account: t('admin.account', { name: actor.name }), toSite: t('admin.to_site'), signOut: t('admin.sign_out') }}
            />
          </div>
        </div>
      </header>
      <div className={styles.frame}>
        <AdminNavigation label={t('admin.title')} root={`/${lang}/admin`} sections={allowed.map(({ name, path, icon }) => ({ path, icon, label: t(`admin.section_${name}`) }))} />
        <Main className={styles.content}>
          <noscript><Notice tone="notice">{t('admin.without_scripts')}</Notice></noscript>
          {children}
        </Main>
      </div>
    </>
  );
}
