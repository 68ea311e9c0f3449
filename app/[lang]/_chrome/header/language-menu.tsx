'use client';

import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../_ui/icon';
import { PopoverMenu } from '../../_ui/navigation/popover-menu';
import styles from './language-menu.module.css';
import { pathInLanguage } from './path-in-language';

interface Choice { name: string; value: string; flag: string }
interface Props { current: string; languages: readonly Choice[]; label: string; /** Beside a language without the article, which has its list alone. */ listLabel?: string }

/** Row B3. The links are right without JavaScript too; with it query and hash stay. */
export function LanguageMenu({ current, languages, label, listLabel }: Props) {
  const pathname = usePathname();
  const router = useRouter();
  const known = useSyncExternalStore(onOpening, languagesOfPage, () => null);
  const chosen = languages.find(({ value }) => value === current);
  return (
    <PopoverMenu
      id="languages" list buttonClass={styles.button} label={`${label}: ${chosen?.name ?? current} (${current.toUpperCase()})`}
      button={(
        <>
          {chosen && <Flag code={chosen.flag} />}
          <span className={styles.code}>{current.toUpperCase()}</span>
          <Icon name="chevron" size={16} />
        </>
      )}
    >
      {languages.map(({ name, value, flag }) => {
        const path = pathInLanguage(pathname, value, known?.split(' ') ?? null);
        return (
          <li key={value}>
            <Link
              href={path}
              lang={value}
              hrefLang={value}
              aria-current={value === current ? 'true' : undefined}
              prefetch={false}
              onClick={(event) => {
                remember(value);
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                router.push(withQuery(path));
              }}
            >
              <Flag code={flag} />
              {name}
              {path.endsWith('/articles') && isOther(path, pathname) && <small lang={current}>{listLabel}</small>}
            </Link>
          </li>
        );
      })}
    </PopoverMenu>
  );
}

/** The page may have changed since: its links stand in the head only after the header has been drawn. */
function onOpening(look: () => void) {
  const menu = document.getElementById('languages');
  menu?.addEventListener('beforetoggle', look);
  return () => menu?.removeEventListener('beforetoggle', look);
}

/** Whether it is a list that stands in for the page. */
const isOther = (path: string, page: string) => path.split('/').length !== page.split('/').length;

const Flag = ({ code }: { code: string }) => <img className={styles.flag} src={`/assets/flags/${code}.svg`} alt="" width={24} height={18} loading="lazy" />;

/**
 * The languages in which this very item exists, from the `hreflang` links of its head, or of a page that says where else it is. Empty where
 * there are none: an article in one language.
 */
function languagesOfPage(): string {
  const links = document.querySelectorAll<HTMLLinkElement | HTMLAnchorElement>('[rel="alternate"][hreflang]');
  return [...links].map((link) => link.hreflang).join(' ');
}

/** One year, like the menu of any site; middleware reads it on the bare address only (row A1). */
function remember(lang: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `NEXT_LOCALE=${lang}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  document.getElementById('languages')?.hidePopover?.();
}

/** Query and hash go along to the same page, not to a list that stands in for it. */
function withQuery(path: string): string {
  return isOther(path, location.pathname) ? path : path + location.search + location.hash;
}
