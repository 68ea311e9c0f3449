import { getTranslations } from 'next-intl/server';
import type { ShownRefundPart } from '@/lib/checkout/refunds/refund-standing';
import { messageKey } from '@/lib/api/problem-answer';
import type { SavedForm } from '@/lib/api/saved-form';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { Field } from '../../../../_ui/form/field';
import { typedIn } from '../section-props';
import styles from '../payments/my-payments.module.css';

/** Row N11: how many seats the policy gives back, and how many it does not, by its reason. */
export async function SeatParts({ lang, parts }: { lang: Language; parts: readonly ShownRefundPart[] }) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const reasons = [...new Set(parts.map(({ refusedBy }) => refusedBy))];
  return (
    <ul className={styles.parts}>
      {reasons.map((reason) => {
        const alike = parts.filter(({ refusedBy }) => refusedBy === reason);
        const amount = formatMoney(alike.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0), lang);
        return (
          <li key={reason ?? 'free'}>
            <span>{t('seats_amount', { count: alike.length, amount })}</span>
            <span className={styles.standing}>{reason ? t(`rule_${messageKey(reason)}`) : t('seats_free', { days: alike[0]?.daysLeft ?? 0 })}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface SeatChoiceProps { lang: Language; orderId: string; free: number; saved: SavedForm | null }

/** What was typed stays, beside what is wrong with it. */
export async function SeatChoice({ lang, orderId, free, saved }: SeatChoiceProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  return (
    <Field
      id={`seats-${orderId}`} name="seats" label={t('seats_label')} help={t('seats_help', { count: free })} required latin inputMode="numeric" autoComplete="off" maxLength={4}
      defaultValue={typedIn(saved, 'seats') ?? free} error={saved?.errors.seats?.[0]}
    />
  );
}
