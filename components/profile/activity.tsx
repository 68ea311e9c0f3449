import { getFormatter, getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Heading } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Pagination } from '@/components/ui/navigation/pagination';
import { eventQuerySchema, type ListedEvent, listSecurityEvents } from '@/lib/accounts/security-events';
import { messageKey } from '@/lib/i18n/message-key';
import type { Actor } from '@/lib/permissions';
import type { ProfileSectionProps } from './profile-shell';
import styles from './section.module.css';

export async function Activity({ actor, state: { lang, query } }: ProfileSectionProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const format = await getFormatter({ locale: lang });
  const eventQuery = eventQuerySchema.safeParse({ page: query.page }).data ?? { page: 1 };
  const { rows, page, hasNext } = await listSecurityEvents(actor, actor.userId, eventQuery);
  const pageLink = (to: number, label: string) => ({ href: `/${lang}/profile/activity?page=${to}`, label: t(label) });
  return (
    <div className={styles.stack}>
      <Heading level={1} title={t('events_title')}>
        {t('events_intro')}
      </Heading>
      <Card>{rows.length > 0 ? <EventList events={rows} t={t} format={format} /> : <p>{t('events_none')}</p>}</Card>
      <Pagination
        label={t('events_title')}
        previous={page > 1 ? pageLink(page - 1, 'events_newer') : undefined}
        next={hasNext ? pageLink(page + 1, 'events_older') : undefined}
      />
    </div>
  );
}

interface EventListProps {
  events: ListedEvent[];
  t: Awaited<ReturnType<typeof getTranslations>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

function EventList({ events, t, format }: EventListProps) {
  return (
    <ul className={styles.devices} data-testid="security-events">
      {events.map(({ event, at, device, details }) => (
        <li key={`${at.toISOString()} ${event}`}>
          <Icon name="clock" size={22} />
          <div>
            <p>
              {t(`event_${messageKey(event)}`)}{' '}
              <bdi>{details.to ?? details.provider ?? details.passkey ?? details.ended}</bdi>
            </p>
            <small>
              {device && (
                <>
                  <bdi>{device}</bdi> ·{' '}
                </>
              )}
              <time dateTime={at.toISOString()}>{format.dateTime(at, 'time')}</time>
            </small>
          </div>
        </li>
      ))}
    </ul>
  );
}

export async function RecentEvents({ actor, lang }: { actor: Actor; lang: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const format = await getFormatter({ locale: lang });
  const { rows } = await listSecurityEvents(actor, actor.userId, { page: 1, pageSize: 5 });
  return (
    <Card as="section" className={styles.card}>
      <h2>{t('events_title')}</h2>
      <p>{t('events_intro')}</p>
      {rows.length > 0 && <EventList events={rows} t={t} format={format} />}
      <ButtonLink href={`/${lang}/profile/activity`} prefetch={false} variant="secondary" icon="list">
        {t('events_all')}
      </ButtonLink>
    </Card>
  );
}
