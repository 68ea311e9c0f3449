import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { isOn } from '@/lib/content/capabilities';
import { readStyle } from '@/lib/content/read';
import { styleSheetOf } from '@/lib/content/style-sheet';
import { pageNonce, tagPage } from '@/lib/cache/page-context';
import { directionOf, langOf } from '@/lib/language';
import { DocumentState } from './_chrome/document/document-state';
import { headScript } from './_chrome/document/head-script';
import { LoadingOverlay } from './_chrome/document/loading-overlay';
import { OfflineNotice, WithLessons } from './_chrome/document/offline-notice';
import { ReloadOffer } from './_chrome/document/reload-offer';
import { ReturnedPage } from './_chrome/document/returned-page';
import { SiteIcons } from './_chrome/document/site-icons';
import { SkipLink } from './_chrome/document/skip-link';
import { RememberUser } from './_offline/remember-user';
import { Notice } from './_ui/feedback/notice';
import { fontsOf } from './fonts';
import './global.css';

/** Nothing of the environment is fixed at build; the page cache holds what is the same for everybody. */
export const dynamic = 'force-dynamic';

interface Props { children: ReactNode; params: Promise<{ lang: string }> }

/** The document of every page. Reads no session, since most pages are cached; each group has a frame of its own. */
export default async function DocumentLayout({ children, params }: Props) {
  const lang = await langOf(params);
  const [style, t, offline] = await Promise.all([readStyle(), getTranslations('chrome'), getTranslations('offline')]);
  tagPage('content');
  const nonce = pageNonce();
  return (
    <html lang={lang} dir={directionOf(lang)} suppressHydrationWarning>
      <head>
        {style && <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styleSheetOf(style) }} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        {fontsOf(lang).map((font) => <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />)}
        {/* eslint-disable-next-line @next/next/no-css-tags -- one rule of a route, not a file of the build */}
        <noscript><link rel="stylesheet" href="/api/tabs" /></noscript>
        <SiteIcons lang={lang} />
      </head>
      <body>
        <DocumentState />
        <RememberUser />
        <SkipLink label={t('skip_to_content')} />
        {children}
        <OfflineNotice>
          <Notice tone="notice" title={t('offline_title')}>
            {t('offline_text')} {(await isOn('offline')) && <WithLessons><a href={`/${lang}/offline`}>{offline('all')}</a></WithLessons>}
          </Notice>
        </OfflineNotice>
        <ReloadOffer labels={{ title: t('part_missing_title'), text: t('part_missing_text'), reload: t('part_missing_reload') }} />
        <ReturnedPage />
        <LoadingOverlay label={t('loading')} />
      </body>
    </html>
  );
}
