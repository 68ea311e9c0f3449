import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { VisitMeasurement } from '@/components/cookie-consent/visit-measurement';
import { Notice } from '@/components/ui/feedback/notice';
import { previewContext } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import type { Language } from '@/lib/language';
import { WhatsappButton } from './contact-links';
import { Footer } from './footer';
import { Header } from './header/header';
import { Main } from './main';

export async function SiteFrame({ lang, children }: { lang: Language; children: ReactNode }) {
  const { analyticsId } = config();
  const t = await getTranslations('chrome');
  return (
    <>
      <Header lang={lang} />
      {previewContext() && (
        <Notice tone="notice" title={t('preview_title')}>
          {t('preview_text')}
        </Notice>
      )}
      <Main>{children}</Main>
      <Footer lang={lang} />
      <WhatsappButton />
      {analyticsId && <VisitMeasurement measurementId={analyticsId} />}
    </>
  );
}
