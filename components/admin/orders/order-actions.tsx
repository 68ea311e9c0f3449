'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonDialog, StepUpDialog } from '@/components/admin/call/dialogs';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Button } from '@/components/ui/button';
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
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [chosen, setChosen] = useState<Action | null>(null);
  const send = async (reason: string): Promise<Outcome> => {
    if (!chosen) return { ok: false, status: 0, key: '', title: '', errors: {} };
    const outcome = await call({
      method: 'POST',
      url: orderActionUrl(orderId, chosen),
      body: { reason, requestId, ...(chosen === 'override' ? { override: true } : {}) },
    });
    if (outcome.ok) {
      setChosen(null);
      router.refresh();
    }
    return outcome;
  };
  return (
    <section className={styles.actions} aria-label={title}>
      {actions.map((action) => (
        <Button
          key={action}
          variant={actionAppearance[action] === 'primary' ? 'primary' : 'secondary'}
          onClick={() => setChosen(action)}
        >
          {t(`action_${messageKey(action)}`)}
        </Button>
      ))}
      <ReasonDialog
        action={
          chosen && {
            label: t(`action_${messageKey(chosen)}`),
            text: t(`action_text_${messageKey(chosen)}`),
            look: actionAppearance[chosen] ?? 'primary',
          }
        }
        hidden={stepUp.isNeeded}
        busy={busy}
        onClose={() => setChosen(null)}
        send={send}
      />
      <StepUpDialog stepUp={stepUp} />
    </section>
  );
}

type SeatAction = 'resend' | 'withdraw';

interface SeatActionsProps {
  seatId: string;
  number: number;
  actions: readonly SeatAction[];
}

export function SeatActions({ seatId, number, actions }: SeatActionsProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [chosen, setChosen] = useState<SeatAction | null>(null);
  const send = async (reason: string): Promise<Outcome> => {
    const outcome = await call({ method: 'POST', url: `/api/admin/seats/${seatId}/${chosen}`, body: { reason } });
    if (outcome.ok) {
      setChosen(null);
      router.refresh();
    }
    return outcome;
  };
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          size="small"
          variant="secondary"
          aria-label={t(`seat_name_${action}`, { number })}
          onClick={() => setChosen(action)}
        >
          {t(`seat_action_${action}`, { number })}
        </Button>
      ))}
      <ReasonDialog
        action={
          chosen && {
            label: t(`seat_action_${chosen}`, { number }),
            text: t(`seat_text_${chosen}`, { number }),
            look: chosen === 'withdraw' ? 'danger' : 'primary',
          }
        }
        hidden={stepUp.isNeeded}
        busy={busy}
        onClose={() => setChosen(null)}
        send={send}
      />
      <StepUpDialog stepUp={stepUp} />
    </div>
  );
}
