import type { AdminTexts } from '@/components/admin/page/admin-page';
import { codeText, timeText } from '@/components/admin/page/format';
import { type FormLabels, labelOf, ownText } from '@/components/form/form-labels';
import { directionOf, isLanguage, type Language, languageName } from '@/lib/language';
import { formatMoney } from '@/lib/money';

export interface DetailTexts {
  lang: Language;
  t: AdminTexts;
  form: FormLabels;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

export function auditDetail({ action, detail }: { action: string; detail: unknown }, texts: DetailTexts): string {
  const { t, lang } = texts;
  if (!isRecord(detail)) return '';
  const { from, to } = detail;
  if (isRecord(from) && isRecord(to)) {
    // Browsers do not mirror arrows in right-to-left text.
    const arrow = directionOf(lang) === 'rtl' ? '←' : '→';
    const changed = Object.keys(to).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
    return changed
      .map(
        (name) =>
          `${formatName(name, action, texts)}: ${formatValue(name, from[name], texts)} ${arrow} ${formatValue(name, to[name], texts)}`,
      )
      .join(' · ');
  }
  if (typeof detail.against === 'string')
    return `${t('against_policy', { rule: codeText(t, detail.against) })} · ${String(detail.reason)}`;
  if (typeof detail.reason === 'string') return detail.reason;
  if (action === 'course.lessons') return '';
  return Object.entries(detail)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => `${formatName(name, action, texts)}: ${formatValue(name, value, texts)}`)
    .join(' · ');
}

const messages: Readonly<Record<string, string>> = {
  amountPiastres: 'price',
  saleAmountPiastres: 'sale_price',
  refundableOnSale: 'refundable_on_sale',
  active: 'bundle_active',
  percent: 'coupon_value_percent',
  amount: 'coupon_amount',
  course: 'course',
  lesson: 'lesson',
  number: 'number',
  product: 'product',
  sendAt: 'newsletter_send_at',
  status: 'status',
  version: 'version',
  fileName: 'audit_field_file',
};

function formatName(name: string, action: string, { t, form }: DetailTexts): string {
  const key = messages[name] ?? `audit_field_${name}`;
  if (t.has(key)) return t(key);
  // Use the label from the admin form, such as `coupon_max_uses` for `maxUses`.
  const ofForm = `${action.split('.')[0]}_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  return ownText(form.labels, name) === undefined && t.has(ofForm) ? t(ofForm) : labelOf(name, form);
}

const money = new Set(['amount', 'amountPiastres', 'saleAmountPiastres']);

function formatValue(name: string, value: unknown, texts: DetailTexts): string {
  const { lang, t, form } = texts;
  if (isEmpty(value)) return '–';
  if (Array.isArray(value)) return value.map((each) => formatValue(name, each, texts)).join(', ');
  if (isRecord(value)) return String(value[lang] ?? JSON.stringify(value));
  if (typeof value === 'boolean') return value ? form.yes : form.no;
  if (name === 'from' && value === 0) return t('content_in_files');
  if (typeof value === 'number') return money.has(name) ? formatMoney(value, lang) : String(value);
  const text = String(value);
  if (name.endsWith('At')) return timeText(new Date(text), lang);
  if (isLanguage(text)) return languageName(text, lang);
  if (name === 'before' && t.has(`role_${text}`)) return t(`role_${text}`);
  if (name === 'read' && t.has(`audit_read_${text}`)) return t(`audit_read_${text}`);
  if (name === 'by' && text === 'command line') return t('audit_by_command_line');
  return form.labels[text] ?? text;
}
