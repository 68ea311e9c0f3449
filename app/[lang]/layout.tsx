import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DocumentState, ReturnedPage } from '@/components/chrome/document/document-state';
import { headScript } from '@/components/chrome/document/head-script';
import { LoadingOverlay } from '@/components/chrome/document/loading-overlay';
import { ReloadOffer } from '@/components/chrome/document/reload-offer';
import { RefreshOfflineUser } from '@/components/offline/refresh-offline-user';
import { Notice } from '@/components/ui/feedback/notice';
import { pageNonce, tagPage } from '@/lib/cache/page-context';
import { isEnabled } from '@/lib/content/enabled-features';
import { buildStyleSheet, readHeader, readStyle } from '@/lib/content/read';
import { directionOf, type Language, readLang } from '@/lib/language';
import { fontsOf } from './fonts';
import './global.css';
import styles from './skip-link.module.css';
import noticeStyles from '@/components/chrome/document/notice-place.module.css';

/** Render at run time, because the build does not know the environment. The page cache stores public pages. */
export const dynamic = 'force-dynamic';

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

/** This layout must not read the session, because most pages are cached. */
export default async function DocumentLayout({ children, params }: Props) {
  const lang = await readLang(params);
  const [style, t] = await Promise.all([readStyle(), getTranslations('chrome')]);
  tagPage('content');
  const nonce = pageNonce();
  return (
    <html lang={lang} dir={directionOf(lang)} suppressHydrationWarning>
      <head>
        {style && (
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: buildStyleSheet(style) }} />
        )}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        {fontsOf(lang).map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        <noscript>
          {/* eslint-disable-next-line @next/next/no-css-tags -- a route generates this style sheet, not the build */}
          <link rel="stylesheet" href="/api/header-tabs.css" />
        </noscript>
        <SiteIcons lang={lang} />
      </head>
      <body>
        <DocumentState />
        <RefreshOfflineUser />
        <SkipLink label={t('skip_to_content')} />
        {children}
        <OfflineNotice lang={lang} />
        <ReloadOffer
          labels={{ title: t('part_missing_title'), text: t('part_missing_text'), reload: t('part_missing_reload') }}
        />
        <ReturnedPage />
        <LoadingOverlay label={t('loading')} />
      </body>
    </html>
  );
}

/** Hidden until the script in the head shows it. */
async function OfflineNotice({ lang }: { lang: Language }) {
  const [t, offline] = await Promise.all([getTranslations('chrome'), getTranslations('offline')]);
  return (
    <div role="status" className={noticeStyles.place}>
      <div data-when-offline="" hidden suppressHydrationWarning>
        <Notice tone="notice" title={t('offline_title')}>
          {t('offline_text')}{' '}
          {(await isEnabled('offline')) && (
            <a href={`/${lang}/offline`} data-when-lessons-saved="" hidden suppressHydrationWarning>
              {offline('all')}
            </a>
          )}
        </Notice>
      </div>
    </div>
  );
}

async function SiteIcons({ lang }: { lang: Language }) {
  const [header, style] = await Promise.all([readHeader(), readStyle()]);
  return (
    <>
      {header && <link rel="icon" type="image/svg+xml" href={header.logo} />}
      <link rel="apple-touch-icon" href="/assets/share/touch.png" />
      {(await isEnabled('offline')) && <link rel="manifest" href={`/${lang}/manifest.webmanifest`} />}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={style?.['--paper'] ?? '#ffffff'} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={style?.['--dark-paper'] ?? '#000000'} />
    </>
  );
}

const SkipLink = ({ label }: { label: string }) => (
  <a href="#content" className={styles.link}>
    {label}
  </a>
);
