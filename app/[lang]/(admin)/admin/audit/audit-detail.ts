import type { Language } from '@/lib/language';
import { formatMoney } from '@/lib/money';
import type { AdminTexts } from '../_parts/page/admin-page';
import { codeText } from '../_parts/page/format';

interface Prices { amountPiastres: number; saleAmountPiastres: number | null }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrices = (value: unknown): value is Prices => isRecord(value) && typeof value.amountPiastres === 'number';

/** The particulars of an entry as a sentence a person reads: a price before and after, a reason, else names and values. */
export function auditDetail({ action, detail }: { action: string; detail: unknown }, lang: Language, t: AdminTexts): string {
  if (!isRecord(detail)) return '';
  if (action === 'product.change' && isPrices(detail.from) && isPrices(detail.to)) return `${pricesText(detail.from, lang, t)} → ${pricesText(detail.to, lang, t)}`;
  if (typeof detail.against === 'string') return `${t('against_policy', { rule: codeText(t, detail.against) })} · ${String(detail.reason)}`;
  if (typeof detail.reason === 'string') return detail.reason;
  // The order of lessons is long, and the course's page shows it.
  if (action === 'course.lessons') return '';
  return Object.entries(detail).filter(([, value]) => value !== '' && value !== null).map(([name, value]) => `${name}: ${textOf(value)}`).join(' · ');
}

function pricesText({ amountPiastres, saleAmountPiastres }: Prices, lang: Language, t: AdminTexts): string {
  const price = formatMoney(amountPiastres, lang);
  return typeof saleAmountPiastres === 'number' ? `${price} (${t('sale_price')}: ${formatMoney(saleAmountPiastres, lang)})` : price;
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : isRecord(value) ? JSON.stringify(value) : String(value));
