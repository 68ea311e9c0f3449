import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../../_ui/button';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { HelpLink } from '../../../_help/help-link';
import type { Actor } from '@/lib/actor';
import { findRequestedRefund } from '@/lib/checkout/refunds/refund-standing';
import { formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';

/** Row P7: in the player's place, why a lesson is closed while a refund is asked for, and what happens next. */
export async function ClosedLesson({ actor, lang, courseSlug }: { actor: Actor; lang: Language; courseSlug: string }) {
  const [t, refund, asked] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'courses' }),
    getTranslations({ locale: lang, namespace: 'refund' }),
    findRequestedRefund(actor, courseSlug),
  ]);
  const number = String(asked?.number ?? '');
  return (
    <EmptyState icon="lock" title={<h2>{t('closed_title')}</h2>}
      action={(
        <>
          <ButtonLink href={`/${lang}/profile/payments`}>{t('closed_request')}</ButtonLink>
          {asked && <HelpLink lang={lang} message={refund('help_message', { number })} />}
        </>
      )}>
      {asked && (
        <>
          <p>{t('closed_why', { date: formatDay(asked.requestedAt, lang), number })}</p>
          <p>{t('closed_next', { due: formatDay(asked.dueAt, lang) })}</p>
        </>
      )}
    </EmptyState>
  );
}
