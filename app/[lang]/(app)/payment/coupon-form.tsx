import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { paymentAddress, type PaymentQuery } from '@/lib/checkout/orders/payment-address';
import type { TriedCoupon } from '@/lib/checkout/purchase/offer';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import { Disclosure } from '../../_ui/layout/disclosure';
import { Field } from '../../_ui/form/field';
import { Icon } from '../../_ui/icon';
import styles from './payment.module.css';

interface CouponFormProps { lang: Language; query: PaymentQuery; coupon: TriedCoupon | null }

/** Row N10: one line until somebody has a code, which is part of the page's address, so that it works without JavaScript, and as a link that somebody was sent. */
export async function CouponForm({ lang, query, coupon }: CouponFormProps) {
  const [t, problems] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'payment' }), getTranslations({ locale: lang, namespace: 'problems' }),
  ]);
  if (coupon && coupon.refusal === null) {
    return (
      <div className={styles.coupon}>
        <p role="status" className={styles.applied}>
          <Icon name="check" size={18} />
          <span key={coupon.code}>{t.rich('coupon_applied', { code: coupon.code, bdi: (text) => <bdi>{text}</bdi> })}</span>
        </p>
        <Link href={paymentAddress(lang, { ...query, coupon: undefined })} scroll={false} prefetch={false}>{t('coupon_remove')}</Link>
      </div>
    );
  }
  return (
    <Disclosure className={styles.coupon} summary={<><Icon name="tag" size={18} />{t('coupon_ask')}</>} open={Boolean(coupon)}>
      <Form action={`/${lang}/payment`} scroll={false} prefetch={false} className={styles.oneField}>
        <input type="hidden" name="product" value={query.productKey} />
        {query.purchaseFor === 'gift' && <input type="hidden" name="for" value={query.purchaseFor} />}
        {query.seats !== undefined && <input type="hidden" name="seats" value={query.seats} />}
        <Field
          name="coupon" label={t('coupon_label')} latin maxLength={60} autoComplete="off" autoCapitalize="characters" spellCheck={false}
          defaultValue={coupon?.typed} error={coupon?.refusal ? problems(coupon.refusal.replaceAll('-', '_')) : undefined}
        />
        <Button type="submit" variant="secondary">{t('coupon_apply')}</Button>
      </Form>
    </Disclosure>
  );
}
