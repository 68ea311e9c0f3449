import 'server-only';
import sanitizeHtml from 'sanitize-html';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { safeHtml } from '@/lib/content/safe-html';
import { translatorOf } from '@/lib/i18n/translator';
import { directionOf, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';
import { readMailColours, type MailParts } from './compose';
import { mailFrame, type MailColours } from './html-part';
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
  const why = t('mail.newsletter.why', { product: productName });
  const stop = { label: t('mail.newsletter.unsubscribe'), url: unsubscribePage ?? siteUrl };
  const small = `color:${colours.soft};font-size:14px`;
  const foot = `<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid ${colours.line};${small}">${escapeHtml(why)}<br>`
    + `<a href="${escapeHtml(stop.url)}" style="color:${colours.soft}">${escapeHtml(stop.label)}</a> · <a href="${escapeHtml(siteUrl)}" style="color:${colours.soft}"><bdi>${escapeHtml(siteUrl.replace(/^https?:\/\//, ''))}</bdi></a></p>`;
  const frame = { lang, direction: directionOf(lang), title: subject, productName, colours, preview };
  return {
    subject,
    html: mailFrame(frame, `<h1 style="margin:0 0 20px;font-size:24px;line-height:1.4">${escapeHtml(subject)}</h1>${mailHtml(html, colours, siteUrl)}${foot}`),
    text: `${subject}\n\n${letterText(mailHtml(html, colours, siteUrl))}\n\n-- \n${why}\n${stop.label}:\n${stop.url}\n`,
  };
}

/** Mail programs ignore style sheets and know no addresses without a host. */
function mailHtml(html: string, colours: MailColours, siteUrl: string): string {
  const styles = stylesOf(colours);
  const absolute = (address: string | undefined): string => (address?.startsWith('/') ? `${siteUrl}${address}` : (address ?? ''));
  return sanitizeHtml(safeHtml(html), {
    allowedTags: false, allowedAttributes: false, allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, { loading: _lazy, decoding: _decoding, target: _target, ...attribs }) => ({
        tagName,
        attribs: {
          ...attribs, ...(styles[tagName] ? { style: styles[tagName] } : {}),
          ...(tagName === 'a' ? { href: absolute(attribs.href) } : {}), ...(tagName === 'img' ? { src: absolute(attribs.src) } : {}),
        },
      }),
    },
  });
}

function stylesOf({ ink, soft, accent, line, paper }: MailColours): Record<string, string> {
  const heading = (size: number) => `margin:28px 0 12px;font-size:${size}px;line-height:1.4`;
  const list = 'margin:0 0 16px;padding-inline-start:24px';
  const cell = `padding:8px 12px;border:1px solid ${line};text-align:start`;
  return {
    p: 'margin:0 0 16px', h2: heading(20), h3: heading(18), h4: heading(16), ul: list, ol: list, li: 'margin:0 0 8px', a: `color:${ink};text-decoration-color:${accent}`,
    blockquote: `margin:0 0 16px;padding-inline-start:16px;border-inline-start:3px solid ${accent};color:${soft}`,
    code: `padding:2px 6px;border-radius:6px;background:${paper};font-family:Consolas,Menlo,monospace;font-size:14px`,
    pre: `margin:0 0 16px;padding:12px 16px;border-radius:12px;background:${paper};font-family:Consolas,Menlo,monospace;font-size:14px;white-space:pre-wrap`,
    img: 'display:block;max-width:100%;height:auto;border-radius:12px', figure: 'margin:0 0 16px', figcaption: `margin:8px 0 0;color:${soft};font-size:14px`,
    hr: `margin:24px 0;border:0;border-top:1px solid ${line}`, table: 'margin:0 0 16px;border-collapse:collapse', th: cell, td: cell,
  };
}
