import type { ReactNode } from 'react';
import { Main } from '@/components/chrome/main';
import { readHeader, readSiteConfig } from '@/lib/content/read';
import { readLang } from '@/lib/language';
import styles from './offline-frame.module.css';

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

export default async function OfflineLayout({ children, params }: Props) {
  const lang = await readLang(params);
  const [header, site] = await Promise.all([readHeader(), readSiteConfig()]);
  return (
    <>
      <header className={styles.header}>
        <a href={`/${lang}/home`} className={styles.logo}>
          {header && <img src={header.logo} alt="" width={40} height={40} />}
          {site?.productNames[lang]}
        </a>
      </header>
      <Main className={styles.main}>{children}</Main>
    </>
  );
}
