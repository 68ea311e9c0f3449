import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { HeldSeat } from '@/lib/checkout/seats/give-up';
import { formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import styles from './team.module.css';

interface HeldSeatsProps { lang: Language; userId: string; seats: readonly HeldSeat[] }

/** Row N11: the seats that others bought for the reader, and the way out of a team. Needs no JavaScript. */
export async function HeldSeats({ lang, userId, seats }: HeldSeatsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <section className={styles.page} aria-labelledby="held">
      <h2 id="held">{t('held_title')}</h2>
      <ul className={styles.list}>
        {seats.map(({ id, courseSlug, courseTitle, inviter, acceptedAt, canLeave }) => (
          <Card as="li" key={id} className={styles.card}>
            <div className={styles.head}>
              <h3><Link href={`/${lang}/course/${encodeURIComponent(courseSlug)}`} prefetch={false}>{courseTitle[lang]}</Link></h3>
              <p className={styles.facts}>
                {inviter && <span>{t.rich('held_from', { inviter, bdi: (text) => <bdi>{text}</bdi> })}</span>}
                <span>{t('held_since', { date: formatDay(acceptedAt, lang) })}</span>
              </p>
            </div>
            {inviter && <p className={styles.soft}>{t('held_seen')}</p>}
            {canLeave ? (
              <Disclosure summary={t('leave')}>
                <form method="post" action={`/api/user/${userId}/seats/${id}/leave`} className={styles.leave}>
                  <p>{t('leave_text')}</p>
                  <Button type="submit" size="small" variant="secondary" aria-label={t('leave_of', { course: courseTitle[lang] })}>{t('leave')}</Button>
                </form>
              </Disclosure>
            ) : <p className={styles.soft}>{t('held_used')}</p>}
          </Card>
        ))}
      </ul>
    </section>
  );
}
