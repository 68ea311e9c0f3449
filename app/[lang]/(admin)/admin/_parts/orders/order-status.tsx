import { Badge } from '../../../../_ui/text/badge';
import type { AdminTexts } from '../page/admin-page';

const tones = { pending: 'neutral', paid: 'success', failed: 'danger', expired: 'neutral', refund_requested: 'notice', refunded: 'accent' } as const;

interface OrderStatusProps { t: AdminTexts; status: keyof typeof tones; review: boolean }

export function OrderStatus({ t, status, review }: OrderStatusProps) {
  return (
    <>
      <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
      {review && <> <Badge tone="notice">{t('status_review')}</Badge></>}
    </>
  );
}
