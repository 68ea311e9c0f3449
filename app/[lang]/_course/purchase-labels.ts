import { getTranslations } from 'next-intl/server';
import type { OrderPrice } from '@/lib/checkout/pricing/price-order';

/** What the button of a course says: before the purchase check, to who does not have it, and to who does. */
export interface PurchaseLabels { open: string; subscribe: string; finish: string }

/** `price` is null for what is not for sale. */
export async function purchaseLabels(price: OrderPrice | null): Promise<PurchaseLabels> {
  const t = await getTranslations();
  return {
    open: t('site.course_open'),
    subscribe: t(price?.totalPiastres === 0 ? 'payment.free_submit' : 'site.subscribe'),
    finish: t('site.finish_course'),
  };
}
