import 'server-only';
import { config } from '@/lib/config';
import { readSiteConfig } from '@/lib/content/read';
import { formats } from '@/lib/i18n/formats';
import { translatorOf } from '@/lib/i18n/translator';
import { directionOf, type Language } from '@/lib/language';
import { formatPounds } from '@/lib/money';
import { htmlOf, type MailContent } from './html-part';

export type MailParts = { subject: string; text: string; html: string };
export type MailData = Record<string, string>;

/**
 * A mail in the reader's language. Words are `mail.{template}.{subject|body|action|after}`; `body` is one paragraph a line.
 * The subject begins with the product name, and a code stands alone on its line (api.md, Auth).
 */
export async function composeMail(template: string, lang: Language, data: MailData): Promise<MailParts> {
  const t = await translatorOf(lang);
  const site = await readSiteConfig();
  const productName = site?.productName ?? config().siteProject;
  const values = { ...wordsOf(data, lang), product: site?.productNames[lang] ?? productName };
  const line = (name: string): string => (t.has(`mail.${template}.${name}`) ? t(`mail.${template}.${name}`, values) : '');
  const url = urlOf(template, lang, data);
  const parts = {
    lang, direction: directionOf(lang), title: line('subject'), greeting: data.name ? t('mail.greeting', values) : '',
    paragraphs: line('body').split('\n').filter(Boolean), code: data.code ?? '', quote: data.message ?? '',
    action: url ? { label: line('action') || url, url } : null, after: line('after'), signature: t('mail.signature', values), siteUrl: config().siteUrl,
  };
  return { subject: `${productName}: ${parts.title}`, text: textOf(parts), html: htmlOf(parts) };
}

function textOf({ greeting, paragraphs, code, quote, action, after, signature }: MailContent): string {
  const parts = [greeting, ...paragraphs, code, quote && quote.replace(/^/gm, '> '), action?.url, after, signature];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Amounts and times of the data as the language writes them, beside the data as it is. */
function wordsOf(data: MailData, lang: Language): Record<string, string> {
  const times = Object.entries(data).filter(([name, text]) => name.endsWith('At') && !Number.isNaN(Date.parse(text)));
  const written = times.map(([name, text]) => [name, new Intl.DateTimeFormat(lang, formats.dateTime.long).format(new Date(text))]);
  const amount = data.amountPiastres === undefined ? {} : { amount: formatPounds(Number(data.amountPiastres), lang) };
  return { ...data, ...amount, ...Object.fromEntries(written) };
}

/** Where the mail leads: the link it carries, the course that was bought, or the reader's payments. */
function urlOf(template: string, lang: Language, data: MailData): string | null {
  if (data.url) return data.url;
  const { siteUrl } = config();
  if (template === 'receipt' && data.courseSlug) return `${siteUrl}/${lang}/course/${encodeURIComponent(data.courseSlug)}`;
  return data.orderId ? `${siteUrl}/${lang}/profile/payments` : null;
}
