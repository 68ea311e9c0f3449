import { getFormatter, getTranslations } from 'next-intl/server';
import { Card } from '../../../../_ui/layout/card';
import { Pagination } from '../../../../_ui/navigation/pagination';
import { Heading } from '../../../../_ui/layout/section';
import { EventList } from './event-list';
import type { SectionProps } from '../section-props';
import styles from '../section.module.css';
import { eventQuerySchema, listSecurityEvents } from '@/lib/auth/security-events/list-security-events';

/** All security events of a year, newest first, by pages. */
export async function Activity({ actor, state: { lang, query } }: SectionProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const format = await getFormatter({ locale: lang });
  const asked = eventQuerySchema.safeParse({ page: query.page }).data ?? { page: 1 };
  const { rows, page, hasNext } = await listSecurityEvents(actor, actor.userId, asked);
  const link = (to: number, label: string) => ({ href: `/${lang}/profile/activity?page=${to}`, label: t(label) });
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('events_title')}>{t('events_intro')}</Heading>
      <Card>{rows.length > 0 ? <EventList events={rows} t={t} format={format} /> : <p>{t('events_none')}</p>}</Card>
      <Pagination
        label={t('events_title')}
        previous={page > 1 ? link(page - 1, 'events_newer') : undefined}
        next={hasNext ? link(page + 1, 'events_older') : undefined}
      />
    </div>
  );
}
