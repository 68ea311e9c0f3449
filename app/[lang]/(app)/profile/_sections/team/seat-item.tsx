import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { HolderProgress, ShownSeat } from '@/lib/checkout/seats/list-seats';
import { formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';
import { Badge } from '../../../../_ui/text/badge';
import { Button } from '../../../../_ui/button';
import styles from './team.module.css';

interface SeatItemProps { lang: Language; userId: string; seat: ShownSeat }

const tones = { free: 'neutral', invited: 'notice', accepted: 'success', 'refund-requested': 'notice', refunded: 'neutral' } as const;

/** One seat that is not free: who was invited or has it, how far they are, and what can be done. */
export async function SeatItem({ lang, userId, seat }: SeatItemProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const { state, holder, email, progress } = seat;
  const who = holder ?? email ?? (state === 'accepted' ? t('account_deleted') : t('address_deleted'));
  const title = state === 'refund-requested' ? t('seat', { number: seat.number }) : who;
  const actions = actionsOf(seat);
  return (
    <li className={styles.seat}>
      <div className={styles.who}>
        <p className={styles.name}><bdi>{title}</bdi></p>
        {holder && email && <p className={styles.soft}><bdi dir="ltr">{email}</bdi></p>}
        <p className={styles.facts}>
          <Badge tone={tones[state]}>{t(`state_${state.replace('-', '_')}`)}</Badge>
          {state === 'invited' && seat.invitedAt && <span>{t('invited_on', { date: formatDay(seat.invitedAt, lang) })}</span>}
          {state === 'accepted' && seat.acceptedAt && <span>{t('accepted_on', { date: formatDay(seat.acceptedAt, lang) })}</span>}
        </p>
      </div>
      {progress && <Progress lang={lang} seatId={seat.id} progress={progress} />}
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <form key={action} method="post" action={`/api/user/${userId}/seats/${seat.id}/${action}`}>
              <Button type="submit" size="small" variant={action === 'resend' ? 'secondary' : 'quiet'} aria-label={t(`${action.replace('-', '_')}_of`, { who })}>{t(action.replace('-', '_'))}</Button>
            </form>
          ))}
        </div>
      )}
    </li>
  );
}

function actionsOf({ state, email, progress }: ShownSeat): Array<'resend' | 'withdraw' | 'take-back'> {
  if (state === 'invited') return email === null ? ['withdraw'] : ['resend', 'withdraw'];
  return state === 'accepted' && progress?.accessed === 0 ? ['take-back'] : [];
}

async function Progress({ lang, seatId, progress }: { lang: Language; seatId: string; progress: HolderProgress }) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const { played, total, lastActiveAt, certificateId } = progress;
  const percent = total === 0 ? 0 : Math.round((played / total) * 100);
  return (
    <div className={styles.progress}>
      <progress value={played} max={Math.max(total, 1)} aria-labelledby={`progress-${seatId}`} />
      <p className={styles.facts}>
        <span id={`progress-${seatId}`}>{t('progress', { percent, played, total })}</span>
        <span>{lastActiveAt ? t('last_active', { date: formatDay(lastActiveAt, lang) }) : t('not_begun')}</span>
        {certificateId && <Link href={`/${lang}/certificate/${certificateId}`} prefetch={false}>{t('certificate')}</Link>}
      </p>
    </div>
  );
}
