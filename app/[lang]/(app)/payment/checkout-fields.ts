import type { getTranslations } from 'next-intl/server';
import type { SavedForm } from '@/lib/api/saved-form';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { giftDays } from '@/lib/checkout/gifts/gift-details';
import type { Offer } from '@/lib/checkout/purchase/offer';
import type { CheckoutField } from './billing-form';

type Translate = Awaited<ReturnType<typeof getTranslations<'payment'>>>;
interface Asked { t: Translate; offer: Extract<Offer, { kind: 'buy' }>; saved: SavedForm | null }

const billingNames = ['first_name', 'last_name', 'phone_number', 'email'] as const;
/** What companies may want on a tax receipt. */
const taxNames = [...billingNames, 'tax_number'] as const;

/** What was typed before, else `otherwise`, and what was wrong with it. */
function typedOf(saved: SavedForm | null, group: 'billing_data' | 'gift', name: string, otherwise: string): { value: string; error?: string | undefined } {
  const typed = ((saved?.fields[group] ?? {}) as Record<string, unknown>)[name];
  return { value: typeof typed === 'string' ? typed : otherwise, error: saved?.errors[`${group}.${name}`]?.[0] };
}

export function billingFields({ t, offer, saved, hasTaxReceipts }: Asked & { hasTaxReceipts: boolean }): CheckoutField[] {
  const isFree = offer.price.totalPiastres === 0;
  const help: Partial<Record<(typeof taxNames)[number], string>> = {
    tax_number: t('tax_number_help'), phone_number: t('phone_help'), email: t(isFree ? 'free_email_help' : 'email_help'),
  };
  return (config().seller && hasTaxReceipts && !isFree ? taxNames : billingNames).map((name) => ({
    name: `billing_data.${name}`, label: t(name), optional: name === 'tax_number', help: help[name],
    ...typedOf(saved, 'billing_data', name, offer.billing[name] ?? ''),
  }));
}

/** Row N11: for whom, by when, with which words. */
export function giftFields({ t, offer, saved }: Asked): CheckoutField[] {
  const { first, last } = giftDays(now());
  const helped = ['recipient_email', 'card', 'send_on'];
  return (['recipient_name', 'recipient_email', 'card', 'send_on'] as const).map((name) => ({
    name: `gift.${name}`, label: t(`gift_${name}`), optional: name === 'card' || name === 'send_on',
    help: helped.includes(name) ? t(`gift_${name}_help`) : undefined,
    ...(name === 'send_on' ? { min: first, max: last } : {}),
    ...typedOf(saved, 'gift', name, offer.gift[name] ?? ''),
  }));
}
