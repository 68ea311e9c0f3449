import { getTranslations } from 'next-intl/server';
import type { SavedForm } from '@/lib/api/saved-form';
import type { SeatOrder, ShownSeat } from '@/lib/checkout/seats/list-seats';
import { formatDay } from '@/lib/i18n/format-date';
import type { Language } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Form } from '../../../../_ui/form/form';
import { TextArea } from '../../../../_ui/form/text-area';
import { Card } from '../../../../_ui/layout/card';
import { typedIn } from '../section-props';
import { SeatItem } from './seat-item';
import styles from './team.module.css';

interface SeatOrderCardProps { lang: Language; userId: string; order: SeatOrder; /** What was typed into this order's form, and its faults. */ saved: SavedForm | null }

const states = ['accepted', 'invited', 'free', 'refund-requested', 'refunded'] as const satisfies ReadonlyArray<ShownSeat['state']>;

export async function SeatOrderCard({ lang, userId, order, saved }: SeatOrderCardProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const counts = states.map((state) => [state, order.seats.filter((seat) => seat.state === state).length] as const).filter(([, count]) => count > 0);
  const free = order.seats.filter(({ state }) => state === 'free').length;
  return (
    <Card as="li" className={styles.card} data-order={order.orderId}>
      <div className={styles.head}>
        <h2>{order.courseTitle[lang]}</h2>
        <p className={styles.soft}>{t('order', { number: String(order.number), date: formatDay(order.paidAt, lang) })}</p>
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
        {order.seats.filter(({ state }) => state !== 'free' && state !== 'refunded').map((seat) => <SeatItem key={seat.id} lang={lang} userId={userId} seat={seat} />)}
      </ul>
    </Card>
  );
}

interface InviteFormProps { lang: Language; userId: string; orderId: string; free: number; saved: SavedForm | null }

/** Many addresses at once, as they are pasted; each that cannot be invited is named. */
async function InviteForm({ lang, userId, orderId, free, saved }: InviteFormProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <Form method="post" action={`/api/user/${userId}/seat-orders/${orderId}/invitations`} className={styles.invite}>
      <input type="hidden" name="order" value={orderId} />
      <TextArea
        id={`emails-${orderId}`} name="emails" label={t('emails')} help={t('emails_help', { count: free })} required rows={3} dir="ltr" spellCheck={false} autoCapitalize="none"
        defaultValue={typedIn(saved, 'emails') ?? ''} error={saved?.errors.emails?.join(' ')}
      />
      <p className={styles.soft}>{t('seen_note')}</p>
      <Button type="submit">{t('invite')}</Button>
    </Form>
  );
}
