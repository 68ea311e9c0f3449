'use client';

import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Icon } from '@/components/ui/icon';
import { PopoverMenu } from '@/components/ui/navigation/popover-menu';
import styles from './language-menu.module.css';

interface LanguageChoice {
  name: string;
  value: string;
  flag: string;
}
interface Props {
  current: string;
  languages: readonly LanguageChoice[];
  label: string;
  listLabel?: string;
}

/** Row B3: renders plain links, which work without JavaScript. A click handler keeps the query and hash. */
export function LanguageMenu({ current, languages, label, listLabel }: Props) {
  const pathname = usePathname();
  const router = useRouter();
  const pageLanguages = useSyncExternalStore(onOpening, languagesOfPage, () => null);
  const chosen = languages.find(({ value }) => value === current);
  return (
    <PopoverMenu
      id="languages"
      list
      buttonClass={styles.button}
      label={`${label}: ${chosen?.name ?? current} (${current.toUpperCase()})`}
      button={
        <>
          {chosen && <Flag code={chosen.flag} />}
          <span className={styles.code}>{current.toUpperCase()}</span>
          <Icon name="chevron" size={16} />
        </>
      }
    >
      {languages.map(({ name, value, flag }) => {
        const path = pathInLanguage(pathname, value, pageLanguages?.split(' ') ?? null);
        return (
          <li key={value}>
            <Link
              href={path}
              lang={value}
              hrefLang={value}
              aria-current={value === current ? 'true' : undefined}
              prefetch={false}
              onClick={(event) => {
                document.getElementById('languages')?.hidePopover?.();
                // The head script stops links while the visitor is offline.
                if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                router.push(addQuery(path));
              }}
            >
              <Flag code={flag} />
              {name}
              {path.endsWith('/articles') && leadsToListPage(path, pathname) && (
                <small lang={current}>{listLabel}</small>
              )}
            </Link>
          </li>
        );
      })}
    </PopoverMenu>
  );
}

/** Reads the links on opening: the page's `hreflang` links enter the head only after the header has rendered. */
function onOpening(look: () => void) {
  const menu = document.getElementById('languages');
  menu?.addEventListener('beforetoggle', look);
  return () => menu?.removeEventListener('beforetoggle', look);
}

const leadsToListPage = (path: string, page: string) => path.split('/').length !== page.split('/').length;

const Flag = ({ code }: { code: string }) => (
  <img className={styles.flag} src={`/assets/flags/${code}.svg`} alt="" width={24} height={18} loading="lazy" />
);

/** Reads the page's `hreflang` links. An article available in only one language has none. */
function languagesOfPage(): string {
  const links = document.querySelectorAll<HTMLLinkElement | HTMLAnchorElement>('[rel="alternate"][hreflang]');
  return [...links].map((link) => link.hreflang).join(' ');
}

function addQuery(path: string): string {
  return leadsToListPage(path, location.pathname) ? path : path + location.search + location.hash;
}

/** Row B3: returns the article list's path if the article does not exist in that language. */
export function pathInLanguage(pathname: string, lang: string, pageLanguages: readonly string[] | null): string {
  const [, first = '', ...rest] = pathname.split('/');
  if (!/^[a-z]{2}$/.test(first)) return `/${lang}/home`;
  const [area, item] = rest;
  const listed = area === 'articles' && item !== undefined;
  const missing = listed && pageLanguages !== null && lang !== first && !pageLanguages.includes(lang);
  return `/${[lang, ...(missing ? [area] : rest)].join('/')}`;
}
