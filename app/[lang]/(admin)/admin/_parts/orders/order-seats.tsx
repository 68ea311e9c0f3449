import type { OrderSeat } from '@/lib/admin/orders/order-details';
import type { Language } from '@/lib/language';
import { Badge } from '../../../../_ui/text/badge';
import { DataTable } from '../list/data-table';
import type { AdminTexts } from '../page/admin-page';
import { codeText, dayText } from '../page/format';
import { SeatActions } from './seat-actions';

interface OrderSeatsProps { lang: Language; t: AdminTexts; seats: readonly OrderSeat[] }

const tones = { free: 'neutral', invited: 'notice', accepted: 'success', 'refund-requested': 'notice', refunded: 'neutral' } as const;

/** Row N11: each seat, who has it, and why its money may be given back or not. */
export function OrderSeats({ lang, t, seats }: OrderSeatsProps) {
  return (
    <DataTable
      caption={t('seats')} empty={t('no_seats')}
      columns={[{ label: t('seat'), tight: true }, { label: t('status') }, { label: t('seat_person') }, { label: t('lessons_opened') , end: true, tight: true }, { label: t('policy') }, { label: t('actions') }]}
      rows={seats.map((seat) => ({
        key: seat.id,
        cells: [
          seat.number, <Badge key="state" tone={tones[seat.state]}>{t(`seat_${seat.state.replace('-', '_')}`)}</Badge>, <Person key="person" lang={lang} t={t} seat={seat} />,
          seat.progress?.accessed ?? '–', isBack(seat) ? '–' : seat.refusedBy ? t('policy_refuses', { rule: codeText(t, seat.refusedBy) }) : t('seat_policy_allows'),
          seat.state === 'invited' ? <SeatActions key="actions" seatId={seat.id} actions={seat.email === null ? ['withdraw'] : ['resend', 'withdraw']} labels={labelsOf(t, seat)} /> : '–',
        ],
      }))}
    />
  );
}

const isBack = ({ state }: OrderSeat): boolean => state === 'refunded';

function Person({ lang, t, seat: { holder, email, state, invitedAt, acceptedAt } }: Pick<OrderSeatsProps, 'lang' | 't'> & { seat: OrderSeat }) {
  if (state !== 'invited' && state !== 'accepted') return '–';
  const since = acceptedAt ?? invitedAt;
  return (
    <>
      {holder && <><bdi>{holder}</bdi> </>}
      {email && <bdi dir="ltr">{email}</bdi>}
      {!holder && !email && t('deleted_person')}
      {since && <> · {dayText(since, lang)}</>}
    </>
  );
}

function labelsOf(t: AdminTexts, { number }: OrderSeat) {
  const of = (prefix: string) => ({ resend: t(`${prefix}_resend`, { number }), withdraw: t(`${prefix}_withdraw`, { number }) });
  return {
    reason: t('reason'), reason_help: t('reason_help'), cancel: t('cancel'), close: t('close'), failed: t('failed'), unreachable: t('unreachable'),
    labels: of('seat_action'), names: of('seat_name'), texts: of('seat_text'),
  };
}
