import { getTranslations } from 'next-intl/server';
import type { AdminContext } from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { Card } from '@/components/layout/card';
import { listLearnerEvents } from '@/lib/accounts/security-events';
import { messageKey } from '@/lib/i18n/message-key';
import styles from './learner.module.css';

export async function LearnerEvents({
  actor,
  lang,
  userId,
}: Pick<AdminContext, 'actor' | 'lang'> & { userId: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const { rows } = await listLearnerEvents(actor, userId);
  return (
    <Card as="section" aria-labelledby="learner-events" className={styles.part}>
      <h2 id="learner-events">{t('events_title')}</h2>
      {rows.length === 0 && <p>{t('events_none')}</p>}
      <ul className={styles.devices}>
        {rows.map(({ event, at, device, details }) => (
          <li key={`${at.toISOString()} ${event}`}>
            <div>
              <p>
                {t(`event_${messageKey(event)}`)} <bdi>{details.to ?? details.provider ?? details.ended}</bdi>
              </p>
              <p className={styles.seen}>
                {device && (
                  <>
                    <bdi>{device}</bdi> ·{' '}
                  </>
                )}
                {timeText(at, lang)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
