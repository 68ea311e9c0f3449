import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SiteFrame } from '@/components/chrome/site-frame';
import { ConsentQuestion } from '@/components/cookie-consent/visit-measurement';
import { pageNonce } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { readLang } from '@/lib/language';
import { routes } from '@/lib/routes';

/** Speculation rules: browsers prefetch a page when its link is hovered over or pressed, except in data saver mode. */
const prefetchRules = JSON.stringify({
  prefetch: [
    {
      where: {
        href_matches: routes
          .filter(({ cache }) => cache === 'page')
          .map(({ path }) => path.replace(/\[+\.\.\.\w+\]+/, '*').replaceAll(/\[(\w+)\]/g, ':$1')),
      },
      eagerness: 'moderate',
    },
  ],
});

interface Props {
  children: ReactNode;
  params: Promise<{ lang: string }>;
}

export default async function SiteLayout({ children, params }: Props) {
  const { analyticsId } = config();
  const t = await getTranslations('chrome');
  return (
    <>
      <script
        type="speculationrules"
        nonce={pageNonce()}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: prefetchRules }}
      />
      <SiteFrame lang={await readLang(params)}>{children}</SiteFrame>
      {analyticsId && (
        <ConsentQuestion
          labels={{ title: t('consent_label'), text: t('consent_text'), yes: t('consent_yes'), no: t('consent_no') }}
        />
      )}
    </>
  );
}
