import type { Language } from '@/lib/language';
import { type Direction, directionOfText, escapeHtml, isolatesAsSpans } from '@/lib/text';

export interface MailContent {
  lang: Language;
  direction: Direction;
  title: string;
  greeting: string;
  paragraphs: string[];
  facts: [string, string][];
  code: string;
  quote: string;
  action: { label: string; url: string } | null;
  sheet: { label: string; url: string } | null;
  after: string;
  signature: string;
  siteUrl: string;
  boundCode: string;
  productName: string;
  colours: MailColours;
}

export type MailColours = Record<
  'paper' | 'surface' | 'line' | 'ink' | 'soft' | 'accent' | 'onAccent' | 'deep' | 'onDeep',
  string
>;

export interface TextLocale {
  lang: string;
  direction: Direction;
}

export const startSide = (direction: Direction): 'left' | 'right' => (direction === 'rtl' ? 'right' : 'left');
export const endSide = (direction: Direction): 'left' | 'right' => (direction === 'rtl' ? 'left' : 'right');

/**
 * Repeats language and direction in every block: Gmail and Outlook drop `<html>`, and some programs drop `dir`. Uses
 * `left` and `right`, because Outlook and Yahoo do not support `start` and `end`.
 */
export const blockAttributes = ({ lang, direction }: TextLocale, style: string): string => {
  const side = /(?:^|;)text-align:/.test(style) ? '' : `text-align:${startSide(direction)};`;
  return `dir="${direction}" lang="${lang}" style="direction:${direction};${side}${style}"`;
};

export const textHtml = (text: string): string => isolatesAsSpans(escapeHtml(text));

export const siteLink = (siteUrl: string, colour: string): string =>
  `<a href="${escapeHtml(siteUrl)}" style="color:${colour}"><span dir="ltr">${escapeHtml(siteUrl.replace(/^https?:\/\//, ''))}</span></a>`;

export function renderMailHtml({
  lang,
  direction,
  title,
  greeting,
  paragraphs,
  facts,
  code,
  quote,
  action,
  sheet,
  after,
  signature,
  siteUrl,
  boundCode,
  productName,
  colours,
}: MailContent): string {
  const { paper, line, ink, soft, accent, onAccent } = colours;
  const block = (style: string, locale: TextLocale = { lang, direction }): string => blockAttributes(locale, style);
  const [start, end] = [startSide(direction), endSide(direction)];
  const factRow = ([label, value]: [string, string]) =>
    `<tr><td ${block(`padding:10px 0;border-top:1px solid ${line};color:${soft};font-size:14px;vertical-align:top;white-space:nowrap`)}>${textHtml(label)}</td>` +
    `<td ${block(`padding:10px 0;padding-${start}:16px;border-top:1px solid ${line};font-weight:600;text-align:${end};vertical-align:top;word-break:break-word;overflow-wrap:anywhere`)}>${textHtml(value)}</td></tr>`;
  const paragraph = (text: string) => (text ? `<p ${block('margin:0 0 16px')}>${textHtml(text)}</p>` : '');
  const body = [
    `<h1 ${block('margin:0 0 20px;font-size:22px;line-height:1.45;text-wrap:balance')}>${textHtml(title)}</h1>`,
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    facts.length > 0 &&
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${block('margin:0 0 20px;border-collapse:collapse')}>${facts.map(factRow).join('')}</table>`,
    code &&
      `<p ${block(`margin:0 0 20px;padding:16px;border-radius:12px;background:${paper};font-size:32px;font-weight:600;letter-spacing:8px;text-align:center`, { lang, direction: 'ltr' })}>${escapeHtml(code)}</p>`,
    quote && quoteHtml(quote, { lang, direction }, paper),
    action &&
      `<p ${block('margin:8px 0 28px')}><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 26px;border-radius:999px;background:${accent};color:${onAccent};font-weight:600;text-decoration:none">${textHtml(action.label)}</a></p>`,
    sheet &&
      `<p ${block('margin:0 0 16px')}><a href="${escapeHtml(sheet.url)}" style="color:${ink}">${textHtml(sheet.label)}</a></p>`,
    after && `<p ${block(`margin:0 0 16px;color:${soft};font-size:14px`)}>${textHtml(after)}</p>`,
    `<p ${block(`margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};color:${soft};font-size:14px`)}>${textHtml(signature)}<br>${siteLink(siteUrl, soft)}</p>`,
    boundCode &&
      `<p ${block(`margin:16px 0 0;color:${soft};font-size:12px`, { lang, direction: 'ltr' })}>${escapeHtml(boundCode)}</p>`,
  ];
  return mailFrame({ lang, direction, title, productName, colours }, body.filter(Boolean).join(''));
}

function quoteHtml(quote: string, locale: TextLocale, paper: string): string {
  const directionOf = (text: string): Direction => directionOfText(text) ?? locale.direction;
  const lines = quote
    .split(/\r?\n/)
    .map(
      (text) =>
        `<div dir="${directionOf(text)}" style="text-align:${startSide(directionOf(text))};white-space:pre-wrap">${escapeHtml(text) || '<br>'}</div>`,
    );
  return `<blockquote ${blockAttributes(locale, `margin:0 0 20px;padding:12px 16px;border-radius:12px;background:${paper}`)}>${lines.join('')}</blockquote>`;
}

export type MailFrame = Pick<MailContent, 'lang' | 'direction' | 'title' | 'productName' | 'colours'> & {
  preview?: string;
};

export function mailFrame(
  { lang, direction, title, productName, colours: { paper, surface, ink, deep, onDeep }, preview = '' }: MailFrame,
  body: string,
): string {
  const block = (style: string): string => blockAttributes({ lang, direction }, style);
  const preheader = preview && `<div style="display:none;max-height:0;overflow:hidden">${textHtml(preview)}</div>`;
  return (
    `<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${textHtml(title).replace(/<[^>]*>/g, '')}</title></head>` +
    // Webmail keeps only the content of body, so the outermost div repeats the styles of html and body.
    `<body style="margin:0;padding:0;background:${paper}"><div ${block(`padding:24px 12px;background:${paper};color:${ink};font:16px/1.75 'Segoe UI',Tahoma,Arial,sans-serif`)}>${preheader}` +
    `<div ${block(`max-width:540px;margin:0 auto;border-radius:16px;background:${surface};overflow:hidden`)}>` +
    `<p ${block(`margin:0;padding:18px 28px;background:${deep};color:${onDeep};font-size:18px;font-weight:600`)}>${textHtml(productName)}</p>` +
    `<div ${block('padding:28px;word-break:break-word;overflow-wrap:break-word')}>${body}</div></div></div></body></html>\n`
  );
}
