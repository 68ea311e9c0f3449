import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { TextArea } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Card } from '@/components/layout/card';
import { Disclosure } from '@/components/layout/disclosure';
import { Heading } from '@/components/layout/section';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { Badge } from '@/components/ui/text/badge';
import { bdi } from '@/components/ui/text/bdi';
import { readSavedFormOfPage, type SavedForm } from '@/lib/api/form-posts';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { formatDay } from '@/lib/i18n/formats';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import { type HeldSeat, listHeldSeats } from '@/lib/orders/seats/leave-seat';
import { type HolderProgress, listSeatOrders, type SeatOrder, type ShownSeat } from '@/lib/orders/seats/seats';
import { type ProfileSectionProps, savedText } from './profile-shell';
import styles from './team.module.css';

export async function Team({ actor, state }: ProfileSectionProps) {
  const { lang, query } = state;
  const [t, problems, orders, held] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'team' }),
    getTranslations({ locale: lang, namespace: 'problems' }),
    listSeatOrders(actor),
    listHeldSeats(actor),
  ]);
  const saved = query.error ? await readSavedFormOfPage() : null;
  const errorKey = messageKey(query.error ?? '');
  return (
    <div className={styles.page}>
      <Heading level={1} title={t('title')}>
        {orders.length > 0 && t('intro')}
      </Heading>
      {query.notice === 'invited' && (
        <Notice tone="success" alert>
          {t('invited_notice')}
        </Notice>
      )}
      {query.notice === 'done' && (
        <Notice tone="success" alert>
          {t('done_notice')}
        </Notice>
      )}
      {query.error && !saved?.errors.emails && (
        <Notice tone="danger" alert>
          {problems.has(errorKey) ? problems(errorKey) : t('error_other')}
        </Notice>
      )}
      {held.length > 0 && <HeldSeats lang={lang} userId={actor.userId} seats={held} />}
      {orders.length === 0 && held.length === 0 && (
        <EmptyState
          icon="users"
          title={t('none')}
          action={<ButtonLink href={await readCoursesUrl(lang)}>{t('browse')}</ButtonLink>}
        >
          {t('none_text')}
        </EmptyState>
      )}
      {orders.length > 0 && (
        <ul className={styles.list}>
          {orders.map((order) => (
            <SeatOrderCard
              key={order.orderId}
              lang={lang}
              userId={actor.userId}
              order={order}
              saved={saved?.fields.order === order.orderId ? saved : null}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface SeatOrderCardProps {
  lang: Language;
  userId: string;
  order: SeatOrder;
  saved: SavedForm | null;
}

const states = ['accepted', 'invited', 'free', 'refund-requested', 'refunded'] as const satisfies ReadonlyArray<
  ShownSeat['state']
>;

async function SeatOrderCard({ lang, userId, order, saved }: SeatOrderCardProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const counts = states
    .map((state) => [state, order.seats.filter((seat) => seat.state === state).length] as const)
    .filter(([, count]) => count > 0);
  const free = order.seats.filter(({ state }) => state === 'free').length;
  return (
    <Card as="li" className={styles.card} data-order={order.orderId}>
      <div className={styles.head}>
        <h2>{order.courseTitle[lang]}</h2>
        <p className={styles.soft}>
          {t('order', { number: String(order.number), date: formatDay(order.paidAt, lang) })}
        </p>
      </div>
      <dl className={styles.counts}>
        {counts.map(([state, count]) => (
          <div key={state}>
            <dt>{t(`count_${state.replace('-', '_')}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {free > 0 && <InviteForm lang={lang} userId={userId} orderId={order.orderId} free={free} saved={saved} />}
      <ul className={styles.seats} aria-label={t('seats')}>
        {order.seats
          .filter(({ state }) => state !== 'free' && state !== 'refunded')
          .map((seat) => (
            <SeatItem key={seat.id} lang={lang} userId={userId} seat={seat} />
          ))}
      </ul>
    </Card>
  );
}

interface InviteFormProps {
  lang: Language;
  userId: string;
  orderId: string;
  free: number;
  saved: SavedForm | null;
}

async function InviteForm({ lang, userId, orderId, free, saved }: InviteFormProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <Form method="post" action={`/api/user/${userId}/seat-orders/${orderId}/invitations`} className={styles.invite}>
      <input type="hidden" name="order" value={orderId} />
      <TextArea
        id={`emails-${orderId}`}
        name="emails"
        label={t('emails')}
        help={t('emails_help', { count: free })}
        required
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={savedText(saved, 'emails') ?? ''}
        error={saved?.errors.emails?.join(' ')}
      />
      <p className={styles.soft}>{t('seen_note')}</p>
      <Button type="submit">{t('invite')}</Button>
    </Form>
  );
}

interface SeatItemProps {
  lang: Language;
  userId: string;
  seat: ShownSeat;
}

const tones = {
  free: 'neutral',
  invited: 'notice',
  accepted: 'success',
  'refund-requested': 'notice',
  refunded: 'neutral',
} as const;

async function SeatItem({ lang, userId, seat }: SeatItemProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const { state, holder, email, progress } = seat;
  const holderText = holder ?? email ?? (state === 'accepted' ? t('account_deleted') : t('address_deleted'));
  const title = state === 'refund-requested' ? t('seat', { number: seat.number }) : holderText;
  const actions = listActions(seat);
  return (
    <li className={styles.seat}>
      <div className={styles.who}>
        <p className={styles.name}>
          <bdi>{title}</bdi>
        </p>
        {holder && email && (
          <p className={styles.soft}>
            <bdi dir="ltr">{email}</bdi>
          </p>
        )}
        <p className={styles.facts}>
          <Badge tone={tones[state]}>{t(`state_${state.replace('-', '_')}`)}</Badge>
          {state === 'invited' && seat.invitedAt && (
            <span>{t('invited_on', { date: formatDay(seat.invitedAt, lang) })}</span>
          )}
          {state === 'accepted' && seat.acceptedAt && (
            <span>{t('accepted_on', { date: formatDay(seat.acceptedAt, lang) })}</span>
          )}
        </p>
      </div>
      {progress && <Progress lang={lang} seatId={seat.id} progress={progress} />}
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((action) => (
            <form key={action} method="post" action={`/api/user/${userId}/seats/${seat.id}/${action}`}>
              <Button
                type="submit"
                size="small"
                variant={action === 'resend' ? 'secondary' : 'quiet'}
                aria-label={t(`${action.replace('-', '_')}_of`, { who: holderText })}
              >
                {t(action.replace('-', '_'))}
              </Button>
            </form>
          ))}
        </div>
      )}
    </li>
  );
}

function listActions({ state, email, progress }: ShownSeat): Array<'resend' | 'withdraw' | 'take-back'> {
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
        {certificateId && (
          <Link href={`/${lang}/certificate/${certificateId}`} prefetch={false}>
            {t('certificate')}
          </Link>
        )}
      </p>
    </div>
  );
}

interface HeldSeatsProps {
  lang: Language;
  userId: string;
  seats: readonly HeldSeat[];
}

async function HeldSeats({ lang, userId, seats }: HeldSeatsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <section className={styles.page} aria-labelledby="held">
      <h2 id="held">{t('held_title')}</h2>
      <ul className={styles.list}>
        {seats.map(({ id, courseSlug, courseTitle, inviter, acceptedAt, canLeave }) => (
          <Card as="li" key={id} className={styles.card}>
            <div className={styles.head}>
              <h3>
                <Link href={`/${lang}/course/${encodeURIComponent(courseSlug)}`} prefetch={false}>
                  {courseTitle[lang]}
                </Link>
              </h3>
              <p className={styles.facts}>
                {inviter && <span>{t.rich('held_from', { inviter, bdi })}</span>}
                <span>{t('held_since', { date: formatDay(acceptedAt, lang) })}</span>
              </p>
            </div>
            {inviter && <p className={styles.soft}>{t('held_seen')}</p>}
            {canLeave ? (
              <Disclosure summary={t('leave')}>
                <form method="post" action={`/api/user/${userId}/seats/${id}/leave`} className={styles.leave}>
                  <p>{t('leave_text')}</p>
                  <Button
                    type="submit"
                    size="small"
                    variant="secondary"
                    aria-label={t('leave_of', { course: courseTitle[lang] })}
                  >
                    {t('leave')}
                  </Button>
                </form>
              </Disclosure>
            ) : (
              <p className={styles.soft}>{t('held_used')}</p>
            )}
          </Card>
        ))}
      </ul>
    </section>
  );
}
