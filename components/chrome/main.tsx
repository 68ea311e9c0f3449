import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';

/** Carries the texts of `ErrorPage`, which cannot read messages in the browser. */
export async function Main({ className, children }: { className?: string; children: ReactNode }) {
  const t = await getTranslations('chrome');
  return (
    <main
      id="content"
      tabIndex={-1}
      className={className}
      data-error-title={t('error_title')}
      data-error-text={t('error_text')}
      data-retry={t('retry')}
    >
      {children}
    </main>
  );
}
