'use client';

import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../_ui/icon';
import { PopoverMenu } from '../../_ui/navigation/popover-menu';
import styles from './language-menu.module.css';
import { pathInLanguage } from './path-in-language';

interface Choice { name: string; value: string; flag: string }
interface Props { current: string; languages: readonly Choice[]; label: string }

/** Row B3. The links are right without JavaScript too; with it query and hash stay. */
export function LanguageMenu({ current, languages, label }: Props) {
  const pathname = usePathname();
  const router = useRouter();
  const known = useSyncExternalStore(never, languagesOfPage, () => '');
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
        const path = pathInLanguage(pathname, value, known ? known.split(' ') : null);
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
            </Link>
          </li>
        );
      })}
    </PopoverMenu>
  );
}

const never = () => () => undefined;

const Flag = ({ code }: { code: string }) => <img className={styles.flag} src={`/assets/flags/${code}.svg`} alt="" width={24} height={18} loading="lazy" />;

/** The languages in which this very item exists, from its `hreflang` links; empty where the page names none. */
function languagesOfPage(): string {
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][hreflang]');
  return [...links].map((link) => link.hreflang).join(' ');
}

/** One year, like the menu of any site; middleware reads it on the bare address only (row A1). */
function remember(lang: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `NEXT_LOCALE=${lang}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  document.getElementById('languages')?.hidePopover();
}

/** Query and hash go along to the same page, not to a list that stands in for it. */
function withQuery(path: string): string {
  const samePage = path.split('/').length === location.pathname.split('/').length;
  return samePage ? path + location.search + location.hash : path;
}
