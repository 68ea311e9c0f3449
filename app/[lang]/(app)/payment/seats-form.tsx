import Form from 'next/form';
import { getTranslations } from 'next-intl/server';
import type { PaymentQuery } from '@/lib/checkout/orders/payment-address';
import { fewestSeats, mostSeats, type TypedSeats } from '@/lib/checkout/seats/seat-count';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import { classNames } from '../../_ui/class-names';
import { Field } from '../../_ui/form/field';
import styles from './payment.module.css';

interface SeatsFormProps { lang: Language; query: PaymentQuery; seats: TypedSeats }

/** Row N11: the number of seats is part of the page's address, as the coupon is. */
export async function SeatsForm({ lang, query: { productKey, coupon }, seats }: SeatsFormProps) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const range = { fewest: fewestSeats, most: mostSeats };
  return (
    <Form action={`/${lang}/payment`} scroll={false} prefetch={false} className={classNames(styles.oneField, styles.seats)}>
      <input type="hidden" name="product" value={productKey} />
      {coupon && <input type="hidden" name="coupon" value={coupon} />}
      <Field
        name="seats" label={t('how_many')} help={t('how_many_help', range)} latin inputMode="numeric" autoComplete="off" maxLength={4}
        key={seats.typed} defaultValue={seats.typed} error={seats.count === null ? t('count_off', range) : undefined}
      />
      <Button type="submit" variant="secondary">{t('update_total')}</Button>
    </Form>
  );
}
