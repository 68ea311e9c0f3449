import type { GiftForm } from '@/lib/checkout/gifts/gift-details';
import type { Billing } from '@/lib/checkout/orders/billing';
import type { Language } from '@/lib/language';
import { sessionFetch } from '../../_session/session-fetch';
import { leadTab, openTab } from '../../_ui/new-tab';

interface Request { lang: Language; userId: string; productKey: string; coupon: string | null; billing: Billing; gift: GiftForm | undefined; seats: string | null; opensTab: boolean }
/** `fields`: what is wrong, by dotted name. */
export type Outcome = { ok: true; next: string } | { ok: false; key: string; fields: Record<string, string> };

interface ProblemDocument { type?: string; errors?: Record<string, string[]> }

/**
 * Row P2: sends the request and opens the hosted page in a new tab. The tab is opened at once, while the click still
 * counts as the visitor's own, and led on when the address is there; a blocked one falls back to a link. What is free has none.
 */
export async function askForPayment({ lang, userId, productKey, coupon, billing, gift, seats, opensTab }: Request): Promise<Outcome> {
  const tab = opensTab ? openTab() : null;
  try {
    const response = await sessionFetch(`/api/payment/${userId}/sendPaymentRequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': lang },
      body: JSON.stringify({ productKey, billing_data: billing, ...(coupon && { coupon }), ...(gift && { gift }), ...(seats !== null && { seats }) }),
    });
    if (!response.ok) {
      tab?.close();
      return refusal(response);
    }
    const url = (await response.text()).replace(' ', '');
    if (tab) leadTab(tab, url);
    const order = encodeURIComponent(response.headers.get('x-order-id') ?? '');
    return { ok: true, next: `/${lang}/payment?order=${order}${opensTab && !tab ? '&blocked=1' : ''}` };
  } catch {
    tab?.close();
    return { ok: false, key: 'other', fields: {} };
  }
}

async function refusal(response: Response): Promise<Outcome> {
  const document = (await response.json().catch(() => ({}))) as ProblemDocument;
  const type = document.type?.split('/').at(-1)?.replaceAll('-', '_') ?? 'other';
  const key = type.startsWith('coupon_') ? 'coupon' : type;
  const fields = Object.entries(document.errors ?? {}).map(([name, texts]) => [name, texts[0] ?? '']);
  return { ok: false, key, fields: Object.fromEntries(fields) as Record<string, string> };
}
