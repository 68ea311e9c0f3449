import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { paymentAddress } from '@/lib/checkout/orders/payment-address';
import { coursesAddress, isOn } from '@/lib/content/capabilities';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../../_ui/button';
import { EmptyState } from '../../_ui/feedback/empty-state';
import { HelpLink } from '../../_help/help-link';
import { courseAddress } from './bought-address';

interface NothingToPayProps {
  lang: Language;
  why: 'no-product' | 'unknown' | 'owned' | 'off' | 'in-review' | 'gift-free' | 'seats-free' | 'unknown-order';
  product?: Product;
  /** A payment that a person is reviewing. */
  orderId?: string;
}

const messages = {
  'no-product': ['no_product', 'no_product_text'],
  unknown: ['unknown_product', 'no_product_text'],
  owned: ['owned', 'owned_text'],
  'owned-bundle': ['owned_bundle', 'owned_bundle_text'],
  off: ['off', 'off_text'],
  'in-review': ['in_review_product', 'in_review_product_text'],
  'gift-free': ['free_gift', 'free_gift_text'],
  'seats-free': ['free_seats', 'free_seats_text'],
  'unknown-order': ['unknown_order', 'unknown_order_text'],
} as const;

/** No form where there is nothing to submit: why, and where to go instead. */
export async function NothingToPay({ lang, why, product, orderId }: NothingToPayProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isBundle = why === 'owned' && product !== undefined && product.bundle.length > 0;
  const [title, text] = messages[isBundle ? 'owned-bundle' : why];
  return (
    <EmptyState
      icon={why === 'owned' ? 'play' : 'cart'}
      title={t(title)}
      action={
        why === 'off' && product
          ? <HelpLink lang={lang} message={t('help_message_product', { product: product.name[lang] })} />
          : <ButtonLink {...(await target({ lang, why, product, orderId }))}>{t(isBundle ? 'to_my_courses' : label(why))}</ButtonLink>
      }
    >
      <p>{t(text)}</p>
      {why === 'owned' && product && (await isOn('gifts')) && <p><Link href={paymentAddress(lang, { productKey: product.key, purchaseFor: 'gift' })} prefetch={false}>{t('give')}</Link></p>}
    </EmptyState>
  );
}

const label = (why: NothingToPayProps['why']) => (why === 'owned' ? 'to_course' : why === 'in-review' ? 'to_order' : why === 'unknown-order' ? 'to_payments' : 'to_courses');

async function target({ lang, why, product, orderId }: NothingToPayProps): Promise<{ href: string }> {
  if (orderId) return { href: `/${lang}/payment?order=${orderId}` };
  if (why === 'owned' && product) return { href: courseAddress(lang, courseSlugsOf(product)) };
  return { href: why === 'unknown-order' ? `/${lang}/profile/payments` : await coursesAddress(lang) };
}
