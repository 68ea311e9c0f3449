import { getTranslations } from 'next-intl/server';
import type { OrderPrice } from '@/lib/orders/pricing';

export interface PurchaseLabels {
  open: string;
  subscribe: string;
  finish: string;
}

export async function readPurchaseLabels(price: OrderPrice | null): Promise<PurchaseLabels> {
  const t = await getTranslations();
  return {
    open: t('site.course_open'),
    subscribe: t(price?.totalPiastres === 0 ? 'payment.free_submit' : 'site.subscribe'),
    finish: t('site.finish_course'),
  };
}
