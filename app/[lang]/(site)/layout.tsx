import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { config } from '@/lib/config/config';
import { langOf } from '@/lib/language';
import { SiteFrame } from '@/components/chrome/site-frame';
import { VisitMeasurement } from '@/components/cookie-consent/visit-measurement';

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

export default async function SiteLayout({ children, params }: Props) {
  const { analyticsId } = config();
  const t = await getTranslations('chrome');
  return (
    <>
      <SiteFrame lang={await langOf(params)}>{children}</SiteFrame>
      {analyticsId && (
        <VisitMeasurement
          measurementId={analyticsId}
          labels={{ title: t('consent_label'), text: t('consent_text'), yes: t('consent_yes'), no: t('consent_no') }}
        />
      )}
    </>
  );
}
