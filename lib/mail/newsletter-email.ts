import { DomUtils, parseDocument } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import { lessonAttribute, safeHtml } from '@/lib/content/safe-html';
import { loadTranslator } from '@/lib/i18n/messages';
import { directionOf, type Language } from '@/lib/language';
import { type Direction, directionOfText, escapeHtml, isolateLeftToRight, isolateValue } from '@/lib/text';
import { type MailParts, readMailColours } from './compose';
import {
  blockAttributes,
  endSide,
  type MailColours,
  mailFrame,
  siteLink,
  startSide,
  textHtml,
  type TextLocale,
} from './html-part';

export interface NewsletterContent {
  lang: Language;
  subject: string;
  preview: string;
  html: string;
}

/** Uses the same links and pictures for every reader, so that they cannot reveal who opened the newsletter. */
export async function composeNewsletterEmail(
  { lang, subject, preview, html }: NewsletterContent,
  unsubscribePage: string | null,
): Promise<MailParts> {
  const t = await loadTranslator(lang);
  const [site, colours] = await Promise.all([readSiteConfig(), readMailColours()]);
  const { siteUrl } = config();
  const productName = site?.productNames[lang] ?? config().siteProject;
  const direction = directionOf(lang);
  const locale = { lang, direction };
  const why = t('mail.newsletter.why', { product: isolateValue(productName, direction) });
  const stop = { label: t('mail.newsletter.unsubscribe'), url: unsubscribePage ?? siteUrl };
  const footer =
    `<p ${blockAttributes(locale, `margin:28px 0 0;padding-top:16px;border-top:1px solid ${colours.line};color:${colours.soft};font-size:14px`)}>${textHtml(why)}<br>` +
    `<a href="${escapeHtml(stop.url)}" style="color:${colours.soft}">${escapeHtml(stop.label)}</a> · ${siteLink(siteUrl, colours.soft)}</p>`;
  const heading = `<h1 ${blockAttributes(locale, 'margin:0 0 20px;font-size:24px;line-height:1.4')}>${escapeHtml(subject)}</h1>`;
  const content = emailBodyHtml(html, locale, colours, siteUrl);
  return {
    subject,
    html: mailFrame({ ...locale, title: subject, productName, colours, preview }, `${heading}${content}${footer}`),
    text: `${subject}\n\n${emailBodyText(content, direction)}\n\n-- \n${why}\n${stop.label}:\n${stop.url}\n`,
  };
}

type Nodes = ReturnType<typeof parseDocument>['children'];

const blocks = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'figure',
  'figcaption',
  'table',
  'caption',
  'tr',
  'th',
  'td',
  'dl',
  'dt',
  'dd',
]);
const computerText = new Set(['pre', 'code', 'kbd']);
const webAttributes = ['loading', 'decoding', 'target', lessonAttribute];

/** Mail programs ignore style sheets, need absolute URLs and inherit direction from the nearest block. */
function emailBodyHtml(html: string, locale: TextLocale, colours: MailColours, siteUrl: string): string {
  const document = parseDocument(safeHtml(html));
  const styles = createStyles(colours);
  const toAbsoluteUrl = (url: string | undefined): string => (url?.startsWith('/') ? `${siteUrl}${url}` : (url ?? ''));
  const prepareNodes = (nodes: Nodes, inherited: TextLocale): void => {
    for (const node of nodes) {
      if (!DomUtils.isTag(node)) continue;
      // Gmail and Outlook remove `<bdi>` but keep `dir`.
      if (node.name === 'bdi') {
        node.name = 'span';
        node.attribs.dir ??= 'auto';
      }
      const { name, attribs } = node;
      const inner = { lang: attribs.lang ?? inherited.lang, direction: directionOfNode(node, inherited.direction) };
      for (const attribute of webAttributes) delete attribs[attribute];
      if (name === 'a') attribs.href = toAbsoluteUrl(attribs.href);
      if (name === 'img') attribs.src = toAbsoluteUrl(attribs.src);
      const style = styles[name]?.(inner.direction) ?? '';
      if (blocks.has(name)) Object.assign(attribs, attributesOf(blockAttributes(inner, style)));
      else if (style) attribs.style = style;
      if (name === 'code' || name === 'kbd') attribs.dir = inner.direction;
      prepareNodes(node.children, inner);
    }
  };
  prepareNodes(document.children, locale);
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' });
}

function directionOfNode(
  node: Parameters<typeof DomUtils.textContent>[0] & { name: string; attribs: Record<string, string> },
  inherited: Direction,
): Direction {
  const { dir } = node.attribs;
  if (dir === 'rtl' || dir === 'ltr') return dir;
  if (dir === 'auto') return directionOfText(DomUtils.textContent(node)) ?? inherited;
  return computerText.has(node.name) ? 'ltr' : inherited;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

function createStyles({
  ink,
  soft,
  accent,
  line,
  paper,
}: MailColours): Record<string, (direction: Direction) => string> {
  const constantStyle = (style: string) => () => style;
  const headingStyle = (size: number) => constantStyle(`margin:28px 0 12px;font-size:${size}px;line-height:1.4`);
  // Set both paddings, because browsers and mail programs indent lists on different sides.
  const indentedStyle = (style: string, width: number) => (direction: Direction) =>
    `${style};padding-${startSide(direction)}:${width}px;padding-${endSide(direction)}:0`;
  const list = indentedStyle('margin:0 0 16px', 24);
  const cell = constantStyle(`padding:8px 12px;border:1px solid ${line}`);
  const mono = 'font-family:Consolas,Menlo,monospace;font-size:14px';
  return {
    p: constantStyle('margin:0 0 16px'),
    h2: headingStyle(20),
    h3: headingStyle(18),
    h4: headingStyle(16),
    ul: list,
    ol: list,
    li: constantStyle('margin:0 0 8px'),
    a: constantStyle(`color:${ink};text-decoration-color:${accent}`),
    blockquote: (direction) =>
      `${indentedStyle('margin:0 0 16px', 16)(direction)};border-${startSide(direction)}:3px solid ${accent};color:${soft}`,
    code: constantStyle(`padding:2px 6px;border-radius:6px;background:${paper};${mono}`),
    pre: constantStyle(
      `margin:0 0 16px;padding:12px 16px;border-radius:12px;background:${paper};${mono};white-space:pre-wrap`,
    ),
    img: constantStyle('display:block;max-width:100%;height:auto;border-radius:12px'),
    figure: constantStyle('margin:0 0 16px'),
    figcaption: constantStyle(`margin:8px 0 0;color:${soft};font-size:14px`),
    hr: constantStyle(`margin:24px 0;border:0;border-top:1px solid ${line}`),
    table: constantStyle('margin:0 0 16px;border-collapse:collapse'),
    th: cell,
    td: cell,
    dl: constantStyle('margin:0 0 16px'),
    dd: indentedStyle('margin:0', 24),
  };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function emailBodyText(html: string, direction: Direction): string {
  const bracketed = (url: string): string => (direction === 'rtl' ? isolateLeftToRight(`(${url})`) : `(${url})`);
  const marked = html
    .replace(/\s+/g, ' ')
    .replace(/<br ?\/?>/g, '\n')
    .replace(/<hr[^>]*>/g, '\n\n---\n\n')
    .replace(/<li[^>]*>(?:\s*<p[^>]*>)?/g, '\n- ')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, url: string, label: string) =>
      htmlToText(label).trim() === htmlToText(url) ? label : `${label} ${bracketed(url)}`,
    )
    .replace(/<span [^>]*dir="auto"[^>]*>(.*?)<\/span>/g, '\u2068$1\u2069')
    .replace(/<img [^>]*>/g, (tag) => /alt="([^"]+)"/.exec(tag)?.[1] ?? '')
    .replace(/<\/(?:p|h[2-4]|ul|ol|blockquote|pre|figure|figcaption|table|dl)>/g, '\n\n')
    .replace(/<\/(?:td|th|dt)>/g, ' ')
    .replace(/<\/(?:tr|dd)>/g, '\n');
  return htmlToText(marked)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const htmlToText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(
    /&(amp|lt|gt|quot|nbsp);/g,
    (_, name: string) => entities[name] ?? ' ',
  );
