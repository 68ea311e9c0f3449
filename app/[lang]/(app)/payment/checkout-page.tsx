import { getTranslations } from 'next-intl/server';
import type { Offer } from '@/lib/checkout/purchase/offer';
import type { OfferFor } from '@/lib/checkout/purchase/purchase-for';
import type { TypedSeats } from '@/lib/checkout/seats/seat-count';
import type { SavedForm } from '@/lib/api/saved-form';
import { isOn } from '@/lib/content/capabilities';
import { readMessages } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import { Icon } from '../../_ui/icon';
import { Card } from '../../_ui/layout/card';
import { Notice } from '../../_ui/feedback/notice';
import { Money } from '../../_ui/text/money';
import { BillingForm } from './billing-form';
import { billingFields, giftFields } from './checkout-fields';
import { CouponForm } from './coupon-form';
import { PurchaseChoice } from './purchase-choice';
import { HelpLink } from '../../_help/help-link';
import { SeatsForm } from './seats-form';
import { Summary } from './summary';
import styles from './payment.module.css';

interface CheckoutPageProps {
  lang: Language;
  userId: string;
  offer: Extract<Offer, { kind: 'buy' }>;
  purchaseFor: OfferFor['kind'];
  /** For a team; null for the buyer's own course, and for a gift. */
  seats: TypedSeats | null;
  error: string | null;
  saved: SavedForm | null;
}

const errorKeys = ['other', 'invalid', 'course_owned', 'payment_down', 'payment_refused', 'payment_off', 'too_many_requests', 'too_many_stored', 'unauthorized', 'signed_out', 'coupon', 'order_paid', 'payment_in_review', 'gift_free'];

/** The message of a refusal, `error_` and this. */
export function errorKeyOf(error: string): string {
  const key = error.startsWith('coupon-') ? 'coupon' : error.replaceAll('-', '_');
  return errorKeys.includes(key) ? key : 'other';
}

export async function CheckoutPage({ lang, userId, offer, purchaseFor, seats, error, saved }: CheckoutPageProps) {
  const [t, team] = await Promise.all([getTranslations({ locale: lang, namespace: 'payment' }), getTranslations({ locale: lang, namespace: 'team' })]);
  const { validation } = await readMessages(lang);
  const errorTexts = Object.fromEntries(errorKeys.map((key) => [key, t(`error_${key}`)]));
  const isGift = purchaseFor === 'gift';
  const query = { productKey: offer.product.key, purchaseFor, coupon: offer.coupon?.typed, seats: seats?.typed };
  const isFree = offer.price.totalPiastres === 0;
  const hasTotal = seats?.count !== null;
  const pay = hasTotal ? t('pay', { amount: formatMoney(offer.price.totalPiastres, lang) }) : t('submit');
  return (
    <div className={styles.columns}>
      {/* Closed on a phone, where the form comes at once, unless the price is not the one that was offered; a wide screen shows all of it whether open or not. */}
      <details className={styles.side} open={offer.owned.length > 0}>
        <summary className={styles.brief}>
          <span className={styles.briefProduct}>{offer.product.description[lang]}</span>
          {hasTotal && <Money piastres={offer.price.totalPiastres} lang={lang} free={t('free')} className={styles.briefAmount} />}
          <span className={styles.briefMore}>{t('details')} <Icon name="chevron" size={16} /></span>
        </summary>
        <div className={styles.whole}>
          <Summary lang={lang} offer={offer} purchaseFor={purchaseFor} seats={seats} />
        </div>
      </details>
      <Card as="section" padding="large" aria-labelledby="details-title">
        <h2 id="details-title" className={styles.title}>{t('form_title')}</h2>
        {offer.price.subtotalPiastres > 0 && <PurchaseChoice lang={lang} query={query} hasSeats={offer.product.bundle.length === 0} />}
        {seats && <SeatsForm lang={lang} query={query} seats={seats} />}
        {(await isOn('coupons')) && <CouponForm lang={lang} query={query} coupon={offer.coupon} />}
        {error && <Notice tone="danger" alert>{errorTexts[errorKeyOf(error)]}</Notice>}
        <BillingForm
          lang={lang}
          userId={userId}
          productKey={offer.product.key}
          coupon={offer.coupon?.refusal === null ? offer.coupon.code : null}
          seats={seats?.typed ?? null}
          blocked={hasTotal ? null : team('count_first')}
          fields={billingFields({ t, offer, saved, hasTaxReceipts: await isOn('taxReceipts') })}
          gift={isGift ? giftFields({ t, offer, saved }) : []}
          messages={typeof validation === 'object' ? (validation as Record<string, string>) : {}}
          opensTab={!isFree}
          labels={{ submit: isFree ? t('free_submit') : pay, busy: t(isFree ? 'free_submitting' : 'submitting'), next: t(isFree ? 'free_next' : 'opens_tab'), terms: isFree || offer.price.isRefundable ? null : t('no_refund'), gift: t('gift_title'), own: t('gift_own'), errors: errorTexts }}
        />
        <div className={styles.help}>
          <HelpLink lang={lang} message={t('help_message_product', { product: offer.product.name[lang] })} />
        </div>
      </Card>
    </div>
  );
}
