import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { config } from '@/lib/config/config';
import { readStyle } from '@/lib/content/read';
import { styleSheetOf } from '@/lib/content/style-sheet';
import { pageNonce, tagPage } from '@/lib/cache/page-context';
import { defaultLanguage, directionOf, isLanguage } from '@/lib/language';
import { DocumentState } from './_chrome/document-state';
import { Footer } from './_chrome/footer';
import { headScript } from './_chrome/head-script';
import { Header } from './_chrome/header';
import { LoadingOverlay } from './_chrome/loading-overlay';
import { OfflineNotice } from './_chrome/offline-notice';
import { SiteIcons } from './_chrome/site-icons';
import { SkipLink } from './_chrome/skip-link';
import { VisitMeasurement } from './_chrome/visit-measurement';
import { WhatsappButton } from './_chrome/whatsapp-button';
import { SessionKeeper } from './_session/session-keeper';
import { Notice } from './_ui/notice';
import { fontsOf } from './fonts';
import './global.css';

/** Nothing of the environment is fixed at build; the front keeps what is the same for everybody. */
export const dynamic = 'force-dynamic';

interface Props { children: ReactNode; params: Promise<{ lang: string }> }

export default async function SiteLayout({ children, params }: Props) {
  const { lang: segment } = await params;
  const lang = isLanguage(segment) ? segment : defaultLanguage;
  const [style, words] = await Promise.all([readStyle(), getTranslations('chrome')]);
  tagPage('content');
  const nonce = pageNonce();
  const { analyticsId } = config();
  return (
    <html lang={lang} dir={directionOf(lang)} suppressHydrationWarning>
      <head>
        {style && <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styleSheetOf(style) }} />}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        {fontsOf(lang).map((font) => <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />)}
        {/* eslint-disable-next-line @next/next/no-css-tags -- one rule of a route, not a file of the build */}
        <noscript><link rel="stylesheet" href="/api/tabs" /></noscript>
        <SiteIcons />
      </head>
      <body>
        <DocumentState />
        <SessionKeeper />
        <SkipLink label={words('skip_to_content')} />
        <Header lang={lang} />
        <main id="content" tabIndex={-1} data-error-title={words('error_title')} data-error-text={words('error_text')} data-retry={words('retry')}>
          {children}
        </main>
        <Footer lang={lang} />
        <WhatsappButton />
        <OfflineNotice><Notice tone="notice" title={words('offline_title')}>{words('offline_text')}</Notice></OfflineNotice>
        <LoadingOverlay label={words('loading')} />
        {analyticsId && (
          <VisitMeasurement
            measurementId={analyticsId}
            words={{ label: words('consent_label'), text: words('consent_text'), yes: words('consent_yes'), no: words('consent_no') }}
          />
        )}
      </body>
    </html>
  );
}
