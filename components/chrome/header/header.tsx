import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icon';
import { isEnabled, keepEnabled } from '@/lib/content/enabled-features';
import { readHeader, readSiteConfig } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { LanguageMenu } from './language-menu';
import { NavigationLinks, SearchLink } from './navigation-links';
import { ThemeButton } from './theme-button';
import styles from './header.module.css';

export async function Header({ lang }: { lang: Language }) {
  const [header, site, t] = await Promise.all([readHeader(), readSiteConfig(), getTranslations()]);
  if (!header) return null;
  const tabs = (await keepEnabled(header.tabs, ({ route }) => route)).map(({ name, route }) => ({
    label: t(name),
    route,
  }));
  const productName = site?.productNames[lang] ?? '';
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link href={`/${lang}/home`} className={styles.logo}>
          <img src={header.logo} alt="" width={40} height={40} />
          {productName}
        </Link>
        <nav id="menu" popover="auto" className={styles.menu} aria-label={t('chrome.main_navigation')}>
          <NavigationLinks lang={lang} tabs={tabs} />
          {(await isEnabled('search')) && <SearchLink lang={lang} label={t('search.title')} />}
        </nav>
        <div className={styles.tools}>
          <ThemeButton label={t('chrome.change_theme')} />
          <LanguageMenu
            current={lang}
            languages={header.languages}
            label={t('chrome.choose_language')}
            listLabel={t('articles.back')}
          />
          <button type="button" popoverTarget="menu" className={styles.menuButton} aria-label={t('chrome.open_menu')}>
            <Icon name="menu" size={24} />
          </button>
        </div>
      </div>
    </header>
  );
}
