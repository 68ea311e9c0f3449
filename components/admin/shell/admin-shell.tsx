import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { LanguageMenu } from '@/components/chrome/header/language-menu';
import { ThemeButton } from '@/components/chrome/header/theme-button';
import { Main } from '@/components/chrome/main';
import { ClientMessages } from '@/components/messages/client-messages';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon, type IconName } from '@/components/ui/icon';
import { PopoverMenu } from '@/components/ui/navigation/popover-menu';
import { keepEnabled } from '@/lib/content/enabled-features';
import { readHeader, readSiteConfig } from '@/lib/content/read';
import { permissionFor } from '@/lib/guards/page-guard';
import type { Language } from '@/lib/language';
import { type Actor, hasPermission } from '@/lib/permissions';
import { getInitials } from '@/lib/person-name';
import { AdminNavigation, SearchField } from './admin-navigation';
import accountMenuStyles from './account-menu.module.css';
import styles from './admin-shell.module.css';

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

export async function AdminShell({ lang, actor, children }: { lang: Language; actor: Actor; children: ReactNode }) {
  const allowed = await keepEnabled(
    sections.filter(({ path }) => hasPermission(actor.role, permissionFor(`/admin${path}`))),
    ({ path }) => `/admin${path}`,
  );
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
              name={actor.name}
              email={actor.email}
              siteUrl={`/${lang}/home`}
              labels={{
                account: t('admin.account', { name: actor.name }),
                toSite: t('admin.to_site'),
                signOut: t('admin.sign_out'),
              }}
            />
          </div>
        </div>
      </header>
      <div className={styles.frame}>
        <AdminNavigation
          label={t('admin.title')}
          root={`/${lang}/admin`}
          sections={allowed.map(({ name, path, icon }) => ({ path, icon, label: t(`admin.section_${name}`) }))}
        />
        <Main className={styles.content}>
          <noscript>
            <Notice tone="notice">{t('admin.without_scripts')}</Notice>
          </noscript>
          <ClientMessages lang={lang} namespaces={['admin']}>
            {children}
          </ClientMessages>
        </Main>
      </div>
    </>
  );
}

interface Props {
  name: string;
  email: string | null;
  siteUrl: string;
  labels: { account: string; toSite: string; signOut: string };
}

function AccountMenu({ name, email, siteUrl, labels }: Props) {
  return (
    <PopoverMenu
      id="account-menu"
      buttonClass={accountMenuStyles.button}
      label={labels.account}
      button={
        <>
          <span className={accountMenuStyles.initials} aria-hidden="true">
            {getInitials(name)}
          </span>
          <span className={accountMenuStyles.shownName} dir="auto">
            {name}
          </span>
          <Icon name="chevron" size={16} />
        </>
      }
    >
      <p className={accountMenuStyles.person}>
        <bdi className={accountMenuStyles.name}>{name}</bdi>
        {email && <bdi className={accountMenuStyles.email}>{email}</bdi>}
      </p>
      <Link href={siteUrl} prefetch={false}>
        <Icon name="globe" size={20} />
        {labels.toSite}
      </Link>
      <form method="post" action="/auth/logout">
        <button type="submit">
          <Icon name="logout" size={20} />
          {labels.signOut}
        </button>
      </form>
    </PopoverMenu>
  );
}
