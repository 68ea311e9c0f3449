import { getFormatter, getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { EventList } from './event-list';
import styles from '../section.module.css';
import type { Actor } from '@/lib/actor';
import { listSecurityEvents } from '@/lib/auth/security-events/list-security-events';

/** The latest security events, and the way to all. */
export async function RecentEvents({ actor, lang }: { actor: Actor; lang: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const format = await getFormatter({ locale: lang });
  const { rows } = await listSecurityEvents(actor, actor.userId, { page: 1, pageSize: 5 });
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('events_title')}</h2>
      <p>{t('events_intro')}</p>
      {rows.length > 0 && <EventList events={rows} t={t} format={format} />}
      <ButtonLink href={`/${lang}/profile/activity`} prefetch={false} variant="secondary" icon="list">{t('events_all')}</ButtonLink>
    </Card>
  );
}
