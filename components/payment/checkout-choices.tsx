import Form from 'next/form';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Field } from '@/components/form/field';
import { Disclosure } from '@/components/layout/disclosure';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { isEnabled } from '@/lib/content/enabled-features';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import type { TriedCoupon } from '@/lib/orders/checkout/offer';
import { type PaymentPageQuery, paymentUrl } from '@/lib/orders/payment-url';
import { defaultSeats, maxSeats, minSeats, type TypedSeats } from '@/lib/orders/seats/seats';
import styles from './payment.module.css';
import purchaseChoiceStyles from './purchase-choice.module.css';

interface ApplyCouponFormProps {
  lang: Language;
  query: PaymentPageQuery;
  coupon: TriedCoupon | null;
}

/** Row N10: the code is part of the URL, so that it works without JavaScript and in shared links. */
export async function ApplyCouponForm({ lang, query, coupon }: ApplyCouponFormProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const applied = coupon?.refusal === null ? coupon : null;
  return (
    <div className={styles.coupon} tabIndex={-1}>
      {/* Screen readers announce changes only of an element that is already there. */}
      <p role="status" className={styles.applied}>
        {applied && (
          <>
            <Icon name="check" size={18} />
            <span key={applied.code}>{t.rich('coupon_applied', { code: applied.code, bdi })}</span>
          </>
        )}
      </p>
      {applied ? (
        <Link href={paymentUrl(lang, { ...query, coupon: undefined })} scroll={false} prefetch={false}>
          {t('coupon_remove')}
        </Link>
      ) : (
        <CouponField lang={lang} query={query} coupon={coupon} />
      )}
    </div>
  );
}

async function CouponField({ lang, query, coupon }: ApplyCouponFormProps) {
  const [t, problems] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'payment' }),
    getTranslations({ locale: lang, namespace: 'problems' }),
  ]);
  return (
    <Disclosure
      summary={
        <>
          <Icon name="tag" size={18} />
          {t('coupon_ask')}
        </>
      }
      open={Boolean(coupon)}
    >
      <Form action={`/${lang}/payment`} scroll={false} prefetch={false} className={styles.oneField}>
        <input type="hidden" name="product" value={query.productKey} />
        {query.purchaseFor === 'gift' && <input type="hidden" name="for" value={query.purchaseFor} />}
        {query.seats !== undefined && <input type="hidden" name="seats" value={query.seats} />}
        <Field
          name="coupon"
          label={t('coupon_label')}
          latin
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={coupon?.typed}
          error={coupon?.refusal ? problems(messageKey(coupon.refusal)) : undefined}
        />
        <Button type="submit" variant="secondary">
          {t('coupon_apply')}
        </Button>
      </Form>
    </Disclosure>
  );
}

const icons = { self: 'user', gift: 'gift', seats: 'users' } as const;

interface PurchaseChoiceProps {
  lang: Language;
  query: PaymentPageQuery;
  /** True for single courses: bundles are not sold by the seat. */
  hasSeats: boolean;
}

export async function PurchaseChoice({ lang, query, hasSeats }: PurchaseChoiceProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const [gifts, seats] = await Promise.all([isEnabled('gifts'), isEnabled('seats')]);
  const kinds = [...(gifts ? ['gift' as const] : []), ...(hasSeats && seats ? ['seats' as const] : [])];
  if (kinds.length === 0) return null;
  return (
    <nav className={purchaseChoiceStyles.choice} aria-labelledby="purchase-for">
      <p id="purchase-for">{t('for_label')}</p>
      <ul>
        {(['self', ...kinds] as const).map((kind) => (
          <li key={kind}>
            <Link
              href={paymentUrl(lang, { ...query, purchaseFor: kind, seats: query.seats ?? defaultSeats })}
              aria-current={kind === query.purchaseFor ? 'page' : undefined}
              scroll={false}
              prefetch={false}
            >
              <Icon name={icons[kind]} size={18} />
              <span>{t(`for_${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SeatsFormProps {
  lang: Language;
  query: PaymentPageQuery;
  seats: TypedSeats;
}

export async function SeatsForm({ lang, query: { productKey, coupon }, seats }: SeatsFormProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const range = { fewest: minSeats, most: maxSeats };
  return (
    <Form
      action={`/${lang}/payment`}
      scroll={false}
      prefetch={false}
      className={classNames(styles.oneField, styles.seats)}
    >
      <input type="hidden" name="product" value={productKey} />
      {coupon && <input type="hidden" name="coupon" value={coupon} />}
      <Field
        name="seats"
        label={t('how_many')}
        help={t('how_many_help', range)}
        latin
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        key={seats.typed}
        defaultValue={seats.typed}
        error={seats.count === null ? t('count_off', range) : undefined}
      />
      <Button type="submit" variant="secondary">
        {t('update_total')}
      </Button>
    </Form>
  );
}
