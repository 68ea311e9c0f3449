import { getTranslations } from 'next-intl/server';
import { Field } from '@/components/form/field';
import { FieldRow, Form } from '@/components/form/form';
import { savedText } from '@/components/profile/profile-shell';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import type { SavedForm } from '@/lib/api/form-posts';
import { cairoDayOf, now } from '@/lib/clock';
import { formatDay } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { giftDays } from '@/lib/orders/gift-details';
import type { MyGift, MyPayment } from '@/lib/orders/list-payments';
import styles from './my-payments.module.css';

interface GiftPanelProps {
  lang: Language;
  userId: string;
  payment: MyPayment;
  gift: MyGift;
  saved: SavedForm | null;
}

type State = 'opened' | 'sent' | 'waiting' | 'unpaid';

/** Row N11: the buyer may correct the recipient until the gift is opened. */
export async function GiftPanel({ lang, userId, payment, gift, saved }: GiftPanelProps) {
  const t = await getTranslations({ locale: lang, namespace: 'gifts' });
  const { recipientName, recipientEmail, sendAt, sentAt, openedAt } = gift;
  const state: State = openedAt ? 'opened' : sentAt ? 'sent' : payment.paidAt ? 'waiting' : 'unpaid';
  const giftDate = openedAt ?? sentAt ?? sendAt;
  const canChange = payment.status === 'paid' && openedAt === null;
  return (
    <div className={styles.gift} data-gift={state}>
      <p className={styles.giftLine}>
        <Icon name="gift" size={18} />
        <span>
          {recipientName && t.rich('to', { name: recipientName, bdi })}{' '}
          {recipientEmail && <bdi dir="ltr">{recipientEmail}</bdi>}
        </span>
      </p>
      {payment.status !== 'refunded' && (
        <p>
          {t(state === 'unpaid' && giftDate ? 'state_unpaid_date' : `state_${state}`, {
            date: giftDate ? formatDay(giftDate, lang) : '',
          })}
        </p>
      )}
      {canChange && (
        <details className={styles.refund} open={saved !== null}>
          <summary>
            <span>{t(sentAt ? 'send_again' : 'change')}</span>
            <Icon name="chevron" size={18} />
          </summary>
          <div className={styles.refundBody}>
            <p>{t(sentAt ? 'send_again_text' : 'change_text')}</p>
            <ChangeForm
              lang={lang}
              action={`/api/payment/${userId}/orders/${payment.orderId}/gift`}
              orderId={payment.orderId}
              gift={gift}
              saved={saved}
            />
          </div>
        </details>
      )}
    </div>
  );
}

interface ChangeFormProps {
  lang: Language;
  action: string;
  orderId: string;
  gift: MyGift;
  saved: SavedForm | null;
}

async function ChangeForm({
  lang,
  action,
  orderId,
  gift: { recipientName, recipientEmail, sendAt, sentAt },
  saved,
}: ChangeFormProps) {
  const [t, payment] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'gifts' }),
    getTranslations({ locale: lang, namespace: 'payment' }),
  ]);
  const { first, last } = giftDays(now());
  const field = (name: string, otherwise: string) => {
    return {
      id: `${name}-${orderId}`,
      name,
      defaultValue: savedText(saved, name) ?? otherwise,
      error: saved?.errors[name]?.[0],
    };
  };
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="order" value={orderId} />
      <FieldRow>
        <Field
          {...field('recipient_name', recipientName)}
          label={payment('gift_recipient_name')}
          required
          maxLength={100}
          autoComplete="off"
          dir="auto"
        />
        <Field
          {...field('recipient_email', recipientEmail)}
          label={payment('gift_recipient_email')}
          required
          type="email"
          inputMode="email"
          latin
          autoComplete="off"
        />
      </FieldRow>
      {!sentAt && (
        <Field
          {...field('send_on', sendAt ? cairoDayOf(sendAt) : '')}
          label={payment('gift_send_on')}
          help={payment('gift_send_on_help')}
          type="date"
          min={first}
          max={last}
        />
      )}
      <Button type="submit" variant="secondary">
        {t(sentAt ? 'send_again_submit' : 'change_submit')}
      </Button>
    </Form>
  );
}
