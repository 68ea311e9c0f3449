import 'server-only';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { translatorOf } from '@/lib/i18n/translator';
import { directionOf, type Language } from '@/lib/language';
import { isolateValue } from '@/lib/text/bidi';
import { escapeHtml } from '@/lib/text/escape-html';
import { readMailColours, type MailParts } from './compose';
import { blockAttributes, mailFrame, siteLink, textHtml } from './html-part';
import { letterHtml } from './letter-html';
import { letterText } from './letter-text';

/** A newsletter: written by a person, in the HTML of articles. */
export interface Letter { lang: Language; subject: string; preview: string; html: string }

/**
 * A newsletter as a mail. Its links lead where they say and its pictures are the site's, the same for every reader: neither says who opened it.
 * @param unsubscribePage of this reader; null for tests and previews, which belong to no subscription
 */
export async function composeLetter({ lang, subject, preview, html }: Letter, unsubscribePage: string | null): Promise<MailParts> {
  const t = await translatorOf(lang);
  const [site, colours] = await Promise.all([readSiteConfig(), readMailColours()]);
  const { siteUrl } = config();
  const productName = site?.productNames[lang] ?? config().siteProject;
  const direction = directionOf(lang);
  const reading = { lang, direction };
  const why = t('mail.newsletter.why', { product: isolateValue(productName, direction) });
  const stop = { label: t('mail.newsletter.unsubscribe'), url: unsubscribePage ?? siteUrl };
  const foot = `<p ${blockAttributes(reading, `margin:28px 0 0;padding-top:16px;border-top:1px solid ${colours.line};color:${colours.soft};font-size:14px`)}>${textHtml(why)}<br>`
    + `<a href="${escapeHtml(stop.url)}" style="color:${colours.soft}">${escapeHtml(stop.label)}</a> · ${siteLink(siteUrl, colours.soft)}</p>`;
  const heading = `<h1 ${blockAttributes(reading, 'margin:0 0 20px;font-size:24px;line-height:1.4')}>${escapeHtml(subject)}</h1>`;
  const content = letterHtml(html, reading, colours, siteUrl);
  return {
    subject,
    html: mailFrame({ ...reading, title: subject, productName, colours, preview }, `${heading}${content}${foot}`),
    text: `${subject}\n\n${letterText(content, direction)}\n\n-- \n${why}\n${stop.label}:\n${stop.url}\n`,
  };
}
