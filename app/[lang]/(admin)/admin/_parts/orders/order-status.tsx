import type { OrderRow } from '@/lib/admin/orders/order-list';
import { Badge } from '../../../../_ui/text/badge';
import type { AdminTexts } from '../page/admin-page';

const tones = { pending: 'neutral', in_review: 'notice', paid: 'success', failed: 'danger', expired: 'neutral', refund_requested: 'notice', refunded: 'accent' } as const;

interface OrderStatusProps { t: AdminTexts; status: keyof typeof tones; review: boolean }

interface OrderKindProps { t: AdminTexts; order: Pick<OrderRow, 'purpose' | 'isBundle'> }

/** What is bought otherwise than one course for oneself. */
export function OrderKind({ t, order: { purpose, isBundle } }: OrderKindProps) {
  return (
    <>
      {purpose !== 'self' && <> <Badge>{t(`kind_${purpose}`)}</Badge></>}
      {isBundle && <> <Badge>{t('kind_bundle')}</Badge></>}
    </>
  );
}

export function OrderStatus({ t, status, review }: OrderStatusProps) {
  return (
    <>
      <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
      {review && <> <Badge tone="notice">{t('status_review')}</Badge></>}
    </>
  );
}
