import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { isEnabled, readCoursesUrl } from '@/lib/content/enabled-features';
import { courseSlugsOf, type Product } from '@/lib/courses/catalogue/course';
import type { Language } from '@/lib/language';
import { paymentUrl } from '@/lib/orders/payment-url';
import { HelpLink } from './help-link';
import { courseUrl } from './order-links';

interface NothingToPayProps {
  lang: Language;
  why: 'no-product' | 'unknown' | 'owned' | 'off' | 'in-review' | 'gift-free' | 'seats-free' | 'unknown-order';
  product?: Product;
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

export async function NothingToPay({ lang, why, product, orderId }: NothingToPayProps) {
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const isBundle = why === 'owned' && product !== undefined && product.bundle.length > 0;
  const [title, text] = messages[isBundle ? 'owned-bundle' : why];
  return (
    <EmptyState
      icon={why === 'owned' ? 'play' : 'cart'}
      title={t(title)}
      action={
        why === 'off' && product ? (
          <HelpLink lang={lang} message={t('help_message_product', { product: product.name[lang] })} />
        ) : (
          <>
            <ButtonLink {...await findActionTarget({ lang, why, product, orderId })}>
              {t(isBundle ? 'to_my_courses' : actionLabelKey(why))}
            </ButtonLink>
            {why === 'owned' && product && (await isEnabled('gifts')) && (
              <ButtonLink
                href={paymentUrl(lang, { productKey: product.key, purchaseFor: 'gift' })}
                variant="quiet"
                prefetch={false}
              >
                {t('give')}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <p>{t(text)}</p>
    </EmptyState>
  );
}

const actionLabelKey = (why: NothingToPayProps['why']) =>
  why === 'owned'
    ? 'to_course'
    : why === 'in-review'
      ? 'to_order'
      : why === 'unknown-order'
        ? 'to_payments'
        : 'to_courses';

async function findActionTarget({ lang, why, product, orderId }: NothingToPayProps): Promise<{ href: string }> {
  if (orderId) return { href: `/${lang}/payment?order=${orderId}` };
  if (why === 'owned' && product) return { href: courseUrl(lang, courseSlugsOf(product)) };
  return { href: why === 'unknown-order' ? `/${lang}/profile/payments` : await readCoursesUrl(lang) };
}
