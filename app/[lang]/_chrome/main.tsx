import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

/** The page's own part of the document. Carries the texts of `ErrorPage`, which runs in the browser without messages. */
export async function Main({ className, children }: { className?: string; children: ReactNode }) {
  const t = await getTranslations('chrome');
  return (
    <main id="content" tabIndex={-1} className={className} data-error-title={t('error_title')} data-error-text={t('error_text')} data-retry={t('retry')}>
      {children}
    </main>
  );
}
