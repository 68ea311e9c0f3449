import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { Icon } from '@/components/ui/icon';
import { Money } from '@/components/ui/text/money';
import type { SavedForm } from '@/lib/api/form-posts';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { isEnabled } from '@/lib/content/enabled-features';
import { messageKey } from '@/lib/i18n/message-key';
import { readMessages } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { OfferFor } from '@/lib/orders/checkout/basket';
import type { Offer } from '@/lib/orders/checkout/offer';
import { giftDays } from '@/lib/orders/gift-details';
import type { TypedSeats } from '@/lib/orders/seats/seats';
import { BillingForm, type CheckoutField } from './billing-form';
import { ApplyCouponForm, PurchaseChoice, SeatsForm } from './checkout-choices';
import { HelpLink } from './help-link';
import { Summary } from './summary';
import styles from './payment.module.css';

interface CheckoutPageProps {
  lang: Language;
  userId: string;
  offer: Extract<Offer, { kind: 'buy' }>;
  purchaseFor: OfferFor['kind'];
  seats: TypedSeats | null;
  error: string | null;
  saved: SavedForm | null;
}

const errorKeys = [
  'other',
  'invalid',
  'course_owned',
  'payment_down',
  'payment_refused',
  'payment_off',
  'too_many_requests',
  'too_many_stored',
  'unauthorized',
  'signed_out',
  'coupon',
  'order_paid',
  'payment_in_review',
  'gift_free',
  'price_changed',
];

export function errorKeyOf(error: string): string {
  const key = error.startsWith('coupon-') ? 'coupon' : messageKey(error);
  return errorKeys.includes(key) ? key : 'other';
}

export async function CheckoutPage({ lang, userId, offer, purchaseFor, seats, error, saved }: CheckoutPageProps) {
  const [t, team] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'payment' }),
    getTranslations({ locale: lang, namespace: 'team' }),
  ]);
  const { validation } = await readMessages(lang);
  const errorTexts = Object.fromEntries(errorKeys.map((key) => [key, t(`error_${key}`)]));
  const isGift = purchaseFor === 'gift';
  const query = { productKey: offer.product.key, purchaseFor, coupon: offer.coupon?.typed, seats: seats?.typed };
  const isFree = offer.price.totalPiastres === 0;
  const hasTotal = seats?.count !== null;
  const pay = hasTotal ? t('pay', { amount: formatMoney(offer.price.totalPiastres, lang) }) : t('submit');
  return (
    <div className={styles.columns}>
      {/* Collapsed on a phone, so that the form comes first. Expanded if courses the buyer owns change the price. */}
      <details className={styles.side} open={offer.owned.length > 0}>
        <summary className={styles.brief}>
          <span className={styles.briefProduct}>{offer.product.description[lang]}</span>
          {hasTotal && (
            <Money piastres={offer.price.totalPiastres} lang={lang} free={t('free')} className={styles.briefAmount} />
          )}
          <span className={styles.briefMore}>
            {t('details')} <Icon name="chevron" size={16} />
          </span>
        </summary>
        <div className={styles.whole}>
          <Summary lang={lang} offer={offer} purchaseFor={purchaseFor} seats={seats} />
        </div>
      </details>
      <Card as="section" padding="large" aria-labelledby="details-title">
        <h2 id="details-title" className={styles.title}>
          {t('form_title')}
        </h2>
        {offer.price.subtotalPiastres > 0 && (
          <PurchaseChoice lang={lang} query={query} hasSeats={offer.product.bundle.length === 0} />
        )}
        {seats && <SeatsForm lang={lang} query={query} seats={seats} />}
        {(await isEnabled('coupons')) && <ApplyCouponForm lang={lang} query={query} coupon={offer.coupon} />}
        {error && (
          <Notice tone="danger" alert>
            {errorTexts[errorKeyOf(error)]}
          </Notice>
        )}
        <BillingForm
          lang={lang}
          userId={userId}
          productKey={offer.product.key}
          coupon={offer.coupon?.refusal === null ? offer.coupon.code : null}
          seats={seats?.typed ?? null}
          shownPiastres={offer.price.totalPiastres}
          blocked={hasTotal ? null : team('count_first')}
          fields={billingFields({ t, offer, saved, hasTaxReceipts: await isEnabled('taxReceipts') })}
          gift={isGift ? giftFields({ t, offer, saved }) : []}
          messages={typeof validation === 'object' ? (validation as Record<string, string>) : {}}
          opensTab={!isFree}
          labels={{
            submit: isFree ? t('free_submit') : pay,
            busy: t(isFree ? 'free_submitting' : 'submitting'),
            next: t(isFree ? 'free_next' : 'opens_tab'),
            terms: isFree || offer.price.isRefundable ? null : t('no_refund'),
            gift: t('gift_title'),
            own: t('gift_own'),
            errors: errorTexts,
          }}
        />
        <div className={styles.help}>
          <HelpLink lang={lang} message={t('help_message_product', { product: offer.product.name[lang] })} />
        </div>
      </Card>
    </div>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<'payment'>>>;
interface CheckoutFieldsInput {
  t: Translate;
  offer: Extract<Offer, { kind: 'buy' }>;
  saved: SavedForm | null;
}

const billingNames = ['first_name', 'last_name', 'phone_number', 'email'] as const;
/** Includes the tax number, which a company may need on its receipt. */
const taxNames = [...billingNames, 'tax_number'] as const;

function savedFieldText(
  saved: SavedForm | null,
  group: 'billing_data' | 'gift',
  name: string,
  otherwise: string,
): { value: string; error?: string | undefined } {
  const typed = ((saved?.fields[group] ?? {}) as Record<string, unknown>)[name];
  return { value: typeof typed === 'string' ? typed : otherwise, error: saved?.errors[`${group}.${name}`]?.[0] };
}

function billingFields({
  t,
  offer,
  saved,
  hasTaxReceipts,
}: CheckoutFieldsInput & { hasTaxReceipts: boolean }): CheckoutField[] {
  const isFree = offer.price.totalPiastres === 0;
  const help: Partial<Record<(typeof taxNames)[number], string>> = {
    tax_number: t('tax_number_help'),
    phone_number: t('phone_help'),
    email: t(isFree ? 'free_email_help' : 'email_help'),
  };
  return (config().seller && hasTaxReceipts && !isFree ? taxNames : billingNames).map((name) => ({
    name: `billing_data.${name}`,
    label: t(name),
    optional: name === 'tax_number',
    help: help[name],
    ...savedFieldText(saved, 'billing_data', name, offer.billing[name] ?? ''),
  }));
}

function giftFields({ t, offer, saved }: CheckoutFieldsInput): CheckoutField[] {
  const { first, last } = giftDays(now());
  const helped = ['recipient_email', 'card', 'send_on'];
  return (['recipient_name', 'recipient_email', 'card', 'send_on'] as const).map((name) => ({
    name: `gift.${name}`,
    label: t(`gift_${name}`),
    optional: name === 'card' || name === 'send_on',
    help: helped.includes(name) ? t(`gift_${name}_help`) : undefined,
    ...(name === 'send_on' ? { min: first, max: last } : {}),
    ...savedFieldText(saved, 'gift', name, offer.gift[name] ?? ''),
  }));
}
