import type { Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';

export interface MailContent {
  lang: Language;
  direction: 'rtl' | 'ltr';
  title: string;
  greeting: string;
  paragraphs: string[];
  /** Labels and values, shown as a small table. */
  facts: [string, string][];
  code: string;
  quote: string;
  action: { label: string; url: string } | null;
  /** A link to a printable document. */
  sheet: { label: string; url: string } | null;
  after: string;
  signature: string;
  siteUrl: string;
  /** `@host #123456`, the last line of a mail with a code. */
  boundCode: string;
  productName: string;
  colours: MailColours;
}

/** Colours of the project's style file. */
export type MailColours = Record<'paper' | 'surface' | 'line' | 'ink' | 'soft' | 'accent' | 'onAccent' | 'deep' | 'onDeep', string>;

/** One column in either direction, without images or other external content. */
export function htmlOf({ lang, direction, title, greeting, paragraphs, facts, code, quote, action, sheet, after, signature, siteUrl, boundCode, productName, colours }: MailContent): string {
  const { paper, line, ink, soft, accent, onAccent } = colours;
  const factRow = ([label, value]: [string, string]) =>
    `<tr><td style="padding:10px 0;border-top:1px solid ${line};color:${soft};font-size:14px;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td>`
    + `<td style="padding:10px 0;padding-inline-start:16px;border-top:1px solid ${line};font-weight:600;text-align:end;vertical-align:top;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`;
  const paragraph = (text: string) => (text ? `<p style="margin:0 0 16px">${escapeHtml(text)}</p>` : '');
  const body = [
    `<h1 style="margin:0 0 20px;font-size:22px;line-height:1.45;text-wrap:balance">${escapeHtml(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    facts.length > 0 && `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">${facts.map(factRow).join('')}</table>`,
    code && `<p dir="ltr" style="margin:0 0 20px;padding:16px;border-radius:12px;background:${paper};font-size:32px;font-weight:600;letter-spacing:8px;text-align:center">${escapeHtml(code)}</p>`,
    quote && `<blockquote dir="auto" style="margin:0 0 20px;padding:12px 16px;border-radius:12px;background:${paper};white-space:pre-wrap">${escapeHtml(quote)}</blockquote>`,
    action && `<p style="margin:8px 0 28px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 26px;border-radius:999px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
    sheet && `<p style="margin:0 0 16px"><a href="${escapeHtml(sheet.url)}" style="color:${ink}">${escapeHtml(sheet.label)}</a></p>`,
    after && `<p style="margin:0 0 16px;color:${soft};font-size:14px">${escapeHtml(after)}</p>`,
    `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};color:${soft};font-size:14px">${escapeHtml(signature)}<br><a href="${escapeHtml(siteUrl)}" style="color:${soft}"><bdi>${escapeHtml(siteUrl.replace(/^https?:\/\//, ''))}</bdi></a></p>`,
    boundCode && `<p dir="ltr" style="margin:16px 0 0;color:${soft};font-size:12px">${escapeHtml(boundCode)}</p>`,
  ];
  return mailFrame({ lang, direction, title, productName, colours }, body.filter(Boolean).join(''));
}

export type MailFrame = Pick<MailContent, 'lang' | 'direction' | 'title' | 'productName' | 'colours'> & { /** What mail programs show after the subject. */ preview?: string };

/** The whole page around a mail's content. @param body HTML */
export function mailFrame({ lang, direction, title, productName, colours: { paper, surface, ink, deep, onDeep }, preview = '' }: MailFrame, body: string): string {
  const shownInLists = preview && `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`;
  return `<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>`
    + `<body style="margin:0;padding:24px 12px;background:${paper};color:${ink};font:16px/1.75 'Segoe UI',Tahoma,Arial,sans-serif">${shownInLists}<div style="max-width:540px;margin:0 auto;border-radius:16px;background:${surface};overflow:hidden">`
    + `<p style="margin:0;padding:18px 28px;background:${deep};color:${onDeep};font-size:18px;font-weight:600">${escapeHtml(productName)}</p>`
    + `<div style="padding:28px;overflow-wrap:break-word">${body}</div></div></body></html>\n`;
}
