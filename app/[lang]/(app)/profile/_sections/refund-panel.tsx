import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { MyPayment } from '@/lib/checkout/orders/my-payments';
import type { RefundDecision } from '@/lib/checkout/refunds/refund-policy';
import { messageKey } from '@/lib/api/problem-answer';
import type { Language } from '@/lib/language';
import { Button } from '../../../_ui/button';
import { Icon } from '../../../_ui/icon';
import { Form } from '../../../_ui/form/form';
import { TextArea } from '../../../_ui/form/text-area';
import { HelpLink } from '../../../_help/help-link';
import styles from './my-payments.module.css';

interface RefundPanelProps { lang: Language; userId: string; payment: MyPayment; standing: RefundDecision }

/** Row P7: how much of the policy is used up, and either the request or the rule that refuses it. Needs no JavaScript. */
export async function RefundPanel({ lang, userId, payment, standing }: RefundPanelProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const { refusedBy, lessonsUsed, lessonsAllowed, daysLeft } = standing;
  return (
    <details className={styles.refund}>
      <summary>
        <span className={styles.ask}>
          <span>{t(refusedBy ? 'ineligible' : 'ask')}</span>
          {refusedBy !== 'refund-sale' && (
            <span className={styles.standing}>{t('standing', { used: lessonsUsed, allowed: lessonsAllowed, days: daysLeft })}</span>
          )}
        </span>
        <Icon name="chevron" size={18} />
      </summary>
      <div className={styles.refundBody}>
        <p>{t(refusedBy ? `rule_${messageKey(refusedBy)}` : 'eligible')} <Link href={`/${lang}/refund-policy`}>{t('policy')}</Link></p>
        {refusedBy === null && (
          <Form method="post" action={`/api/payment/${userId}/orders/${payment.orderId}/refund`}>
            <TextArea id={`reason-${payment.orderId}`} name="reason" label={t('reason_label')} help={t('reason_help')} required maxLength={1000} rows={3} />
            <p>{t('consequence')}</p>
            <Button type="submit" variant="secondary">{t('send')}</Button>
          </Form>
        )}
        <HelpLink lang={lang} message={t('help_message', { number: String(payment.number) })} />
      </div>
    </details>
  );
}
