import { DataTable } from '@/components/admin/list/data-table';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import { codeText, dayText } from '@/components/admin/page/format';
import { Badge } from '@/components/ui/text/badge';
import type { Language } from '@/lib/language';
import type { OrderSeat } from '@/lib/orders/admin/order-details';
import { SeatActions } from './order-actions';

interface OrderSeatsProps {
  lang: Language;
  t: AdminTexts;
  seats: readonly OrderSeat[];
}

const tones = {
  free: 'neutral',
  invited: 'notice',
  accepted: 'success',
  'refund-requested': 'notice',
  refunded: 'neutral',
} as const;

export function OrderSeats({ lang, t, seats }: OrderSeatsProps) {
  return (
    <DataTable
      caption={t('seats')}
      empty={t('no_seats')}
      columns={[
        { label: t('seat'), tight: true },
        { label: t('status') },
        { label: t('seat_person') },
        { label: t('lessons_opened'), end: true, tight: true },
        { label: t('policy') },
        { label: t('actions') },
      ]}
      rows={seats.map((seat) => ({
        key: seat.id,
        cells: [
          seat.number,
          <Badge key="state" tone={tones[seat.state]}>
            {t(`seat_${seat.state.replace('-', '_')}`)}
          </Badge>,
          <SeatHolder key="person" lang={lang} t={t} seat={seat} />,
          seat.progress?.accessed ?? '–',
          isRefunded(seat)
            ? '–'
            : seat.refusedBy
              ? t('policy_refuses', { rule: codeText(t, seat.refusedBy) })
              : t('seat_policy_allows'),
          seat.state === 'invited' ? (
            <SeatActions
              key="actions"
              seatId={seat.id}
              actions={seat.email === null ? ['withdraw'] : ['resend', 'withdraw']}
              number={seat.number}
            />
          ) : (
            '–'
          ),
        ],
      }))}
    />
  );
}

const isRefunded = ({ state }: OrderSeat): boolean => state === 'refunded';

function SeatHolder({
  lang,
  t,
  seat: { holder, email, state, invitedAt, acceptedAt },
}: Pick<OrderSeatsProps, 'lang' | 't'> & { seat: OrderSeat }) {
  if (state !== 'invited' && state !== 'accepted') return '–';
  const since = acceptedAt ?? invitedAt;
  return (
    <>
      {holder && (
        <>
          <bdi>{holder}</bdi>{' '}
        </>
      )}
      {email && <bdi dir="ltr">{email}</bdi>}
      {!holder && !email && t('deleted_person')}
      {since && <> · {dayText(since, lang)}</>}
    </>
  );
}
