import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Field, Select, TextArea } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { HelpLink } from '@/components/payment/help-link';
import { savedText } from '@/components/profile/profile-shell';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { SavedForm } from '@/lib/api/form-posts';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { MyPayment } from '@/lib/orders/list-payments';
import type { ShownRefundEligibility, ShownRefundPart } from '@/lib/orders/refunds/refund-policy';
import styles from './my-payments.module.css';

interface RefundPanelProps {
  lang: Language;
  userId: string;
  payment: MyPayment;
  eligibility: ShownRefundEligibility;
  saved: SavedForm | null;
}

export const ruleKey = (rule: string): string => `rule_${messageKey(rule)}`;

export async function RefundPanel({ lang, userId, payment, eligibility, saved }: RefundPanelProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const { refusedBy, lessonsUsed, lessonsAllowed, daysLeft, parts } = eligibility;
  const isSeats = payment.purpose === 'seats';
  const isGift = payment.gift !== null;
  const hasParts = payment.courseSlugs.length > 1;
  const allowed = parts.filter((part) => part.refusedBy === null);
  return (
    <details className={styles.refund} open={saved !== null}>
      <summary>
        <span className={styles.ask}>
          <span>{t(refusedBy ? 'ineligible' : 'ask')}</span>
          {refusedBy !== 'refund-sale' && refusedBy !== 'refund-opened' && !hasParts && (
            <span className={styles.standing}>
              {t(isGift ? 'standing_days' : 'standing', { used: lessonsUsed, allowed: lessonsAllowed, days: daysLeft })}
            </span>
          )}
        </span>
        <Icon name="chevron" size={18} />
      </summary>
      <div className={styles.refundBody}>
        <p>
          {t(refusedBy ? ruleKey(refusedBy) : 'eligible')} <Link href={`/${lang}/refund-policy`}>{t('policy')}</Link>
        </p>
        {isSeats ? (
          <SeatParts lang={lang} parts={parts} />
        ) : (
          hasParts && <Parts lang={lang} parts={parts} isGift={isGift} />
        )}
        {refusedBy === null && (
          <Form method="post" action={`/api/payment/${userId}/orders/${payment.orderId}/refund`}>
            <input type="hidden" name="refundOf" value={payment.orderId} />
            {isSeats && (
              <SeatChoice lang={lang} orderId={payment.orderId} refundableCount={allowed.length} saved={saved} />
            )}
            {!isSeats && allowed.length > 1 && <PartChoice lang={lang} orderId={payment.orderId} parts={allowed} />}
            <TextArea
              id={`reason-${payment.orderId}`}
              name="reason"
              label={t('reason_label')}
              help={t('reason_help')}
              required
              maxLength={1000}
              rows={3}
              dir="auto"
              defaultValue={savedText(saved, 'reason') ?? ''}
              error={saved?.errors.reason?.[0]}
            />
            <p>
              {t(
                isSeats
                  ? 'consequence_seats'
                  : isGift
                    ? 'consequence_gift'
                    : hasParts
                      ? 'consequence_parts'
                      : 'consequence',
              )}
            </p>
            <Button type="submit" variant="secondary">
              {t('send')}
            </Button>
          </Form>
        )}
        <HelpLink lang={lang} message={t('help_message', { number: String(payment.number) })} />
      </div>
    </details>
  );
}

interface PartsProps {
  lang: Language;
  parts: readonly ShownRefundPart[];
}

async function Parts({ lang, parts, isGift }: PartsProps & { isGift: boolean }) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  return (
    <ul className={styles.parts}>
      {parts.map(({ courseSlug, title, refusedBy, amountPiastres, ...part }) => (
        <li key={courseSlug}>
          <span>
            <bdi>{title[lang]}</bdi> · {formatMoney(amountPiastres, lang)}
          </span>
          <span className={styles.standing}>
            {refusedBy
              ? t(ruleKey(refusedBy))
              : t(isGift ? 'standing_days' : 'standing', {
                  used: part.lessonsUsed,
                  allowed: part.lessonsAllowed,
                  days: part.daysLeft,
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}

async function PartChoice({ lang, orderId, parts }: PartsProps & { orderId: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  return (
    <Select id={`course-${orderId}`} name="courseName" label={t('part_label')}>
      <option value="">{t('part_all', { count: parts.length })}</option>
      {parts.map(({ courseSlug, title }) => (
        <option key={courseSlug} value={courseSlug}>
          {title[lang]}
        </option>
      ))}
    </Select>
  );
}

async function SeatParts({ lang, parts }: { lang: Language; parts: readonly ShownRefundPart[] }) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  const reasons = [...new Set(parts.map(({ refusedBy }) => refusedBy))];
  return (
    <ul className={styles.parts}>
      {reasons.map((reason) => {
        const alike = parts.filter(({ refusedBy }) => refusedBy === reason);
        const amount = formatMoney(
          alike.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0),
          lang,
        );
        return (
          <li key={reason ?? 'free'}>
            <span>{t('seats_amount', { count: alike.length, amount })}</span>
            <span className={styles.standing}>
              {reason ? t(ruleKey(reason)) : t('seats_free', { days: alike[0]?.daysLeft ?? 0 })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface SeatChoiceProps {
  lang: Language;
  orderId: string;
  refundableCount: number;
  saved: SavedForm | null;
}

async function SeatChoice({ lang, orderId, refundableCount, saved }: SeatChoiceProps) {
  const t = await getTranslations({ locale: lang, namespace: 'refund' });
  return (
    <Field
      id={`seats-${orderId}`}
      name="seats"
      label={t('seats_label')}
      help={t('seats_help', { count: refundableCount })}
      required
      latin
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      defaultValue={savedText(saved, 'seats') ?? refundableCount}
      error={saved?.errors.seats?.[0]}
    />
  );
}
