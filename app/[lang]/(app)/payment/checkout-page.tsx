import { getTranslations } from 'next-intl/server';
import { config } from '@/lib/config/config';
import type { Offer } from '@/lib/checkout/purchase/offer';
import type { TypedSeats } from '@/lib/checkout/seats/seat-count';
import type { SavedForm } from '@/lib/api/saved-form';
import { readMessages } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { Card } from '../../_ui/layout/card';
import { Notice } from '../../_ui/feedback/notice';
import { BillingForm } from './billing-form';
import { CouponForm } from './coupon-form';
import { HelpLink } from '../../_help/help-link';
import { SeatsForm } from './seats-form';
import { Summary } from './summary';
import styles from './payment.module.css';

interface CheckoutPageProps {
  lang: Language;
  userId: string;
  offer: Extract<Offer, { kind: 'buy' }>;
  /** For a team; null for the buyer's own course. */
  seats: TypedSeats | null;
  error: string | null;
  saved: SavedForm | null;
}

const fields = ['first_name', 'last_name', 'phone_number', 'email'] as const;
/** What companies may want on a tax receipt. */
const taxFields = [...fields, 'tax_number'] as const;

export async function CheckoutPage({ lang, userId, offer, seats, error, saved }: CheckoutPageProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const { validation } = await readMessages(lang);
  const typed = (saved?.fields.billing_data ?? {}) as Record<string, unknown>;
  const errorKeys = ['other', 'invalid', 'course_owned', 'payment_down', 'payment_refused', 'payment_off', 'too_many_requests', 'unauthorized', 'coupon'];
  const errorTexts = Object.fromEntries(errorKeys.map((key) => [key, t(`error_${key}`)]));
  const coupon = offer.coupon?.refusal === null ? offer.coupon.code : null;
  const isFree = offer.price.totalPiastres === 0;
  const errorKey = error && (error.startsWith('coupon-') ? 'coupon' : error.replaceAll('-', '_'));
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Summary lang={lang} offer={offer} seats={seats?.count ?? null} />
        {seats && <SeatsForm lang={lang} productKey={offer.product.key} coupon={coupon} seats={seats} />}
        <CouponForm lang={lang} productKey={offer.product.key} seats={seats?.count ?? null} coupon={offer.coupon} />
      </div>
      <Card as="section" padding="large" aria-labelledby="details-title">
        <h2 id="details-title" className={styles.title}>{t('form_title')}</h2>
        {errorKey && <Notice tone="danger" alert>{errorTexts[errorKey] ?? errorTexts.other}</Notice>}
        <BillingForm
          lang={lang}
          userId={userId}
          productKey={offer.product.key}
          coupon={coupon}
          seats={seats?.count ?? null}
          fields={(config().seller && !isFree ? taxFields : fields).map((name) => ({
            name,
            label: t(name),
            optional: name === 'tax_number',
            help: name === 'tax_number' ? t('tax_number_help') : name === 'phone_number' ? t('phone_help') : name === 'email' ? t(isFree ? 'free_email_help' : 'email_help') : undefined,
            value: typeof typed[name] === 'string' ? typed[name] : (offer.billing[name] ?? ''),
            error: saved?.errors[`billing_data.${name}`]?.[0],
          }))}
          messages={typeof validation === 'object' ? (validation as Record<string, string>) : {}}
          opensTab={!isFree}
          labels={{ submit: t(isFree ? 'free_submit' : 'submit'), busy: t(isFree ? 'free_submitting' : 'submitting'), opensTab: t('opens_tab'), errors: errorTexts }}
        />
        <div className={styles.help}>
          <HelpLink lang={lang} message={t('help_message_product', { product: offer.product.name[lang] })} />
        </div>
      </Card>
    </div>
  );
}
