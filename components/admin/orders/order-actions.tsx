'use client';

import { useTranslations } from 'next-intl';
import { ReasonButtons } from '@/components/admin/call/dialogs';
import { messageKey } from '@/lib/i18n/message-key';
import { type Action, actionAppearance, orderActionUrl } from './order-action-url';
import styles from './order-actions.module.css';

interface OrderActionsProps {
  title: string;
  orderId: string;
  requestId?: string;
  actions: readonly Action[];
}

export function OrderActions({ title, orderId, requestId, actions }: OrderActionsProps) {
  const t = useTranslations('admin');
  return (
    <section className={styles.actions} aria-label={title}>
      <ReasonButtons
        actions={actions.map((action) => ({
          label: t(`action_${messageKey(action)}`),
          variant: actionAppearance[action] === 'primary' ? 'primary' : 'secondary',
          text: t(`action_text_${messageKey(action)}`),
          danger: actionAppearance[action] === 'danger',
          request: (reason) => ({
            method: 'POST',
            url: orderActionUrl(orderId, action),
            body: { reason, requestId, ...(action === 'override' && { override: true }) },
          }),
        }))}
      />
    </section>
  );
}

interface SeatActionsProps {
  seatId: string;
  number: number;
  actions: ReadonlyArray<'resend' | 'withdraw'>;
}

export function SeatActions({ seatId, number, actions }: SeatActionsProps) {
  const t = useTranslations('admin');
  return (
    <div className={styles.actions}>
      <ReasonButtons
        actions={actions.map((action) => ({
          label: t(`seat_action_${action}`, { number }),
          name: t(`seat_name_${action}`, { number }),
          size: 'small',
          text: t(`seat_text_${action}`, { number }),
          danger: action === 'withdraw',
          request: (reason) => ({ method: 'POST', url: `/api/admin/seats/${seatId}/${action}`, body: { reason } }),
        }))}
      />
    </div>
  );
}
