import 'server-only';
import { parseDocument, DomUtils } from 'htmlparser2';
import { safeHtml, lessonAttribute } from '@/lib/content/safe-html';
import { directionOfText, type Direction } from '@/lib/text/bidi';
import { blockAttributes, endOf, startOf, type MailColours } from './html-part';

type Nodes = ReturnType<typeof parseDocument>['children'];
interface Reading { lang: string; direction: Direction }

/** Elements that carry language, direction and side of their own. */
const blocks = new Set(['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'figure', 'figcaption', 'table', 'caption', 'tr', 'th', 'td', 'dl', 'dt', 'dd']);
/** Computer text reads from the left in every language. */
const computerText = new Set(['pre', 'code', 'kbd']);
/** Of web pages alone. */
const webAttributes = ['loading', 'decoding', 'target', lessonAttribute];

/**
 * An author's HTML as mail programs read it: they ignore style sheets, know no addresses without a host, and take the direction from the nearest block that kept it.
 * An author's own `dir` and `lang` count for everything inside.
 */
export function letterHtml(html: string, reading: Reading, colours: MailColours, siteUrl: string): string {
  const document = parseDocument(safeHtml(html));
  const styles = stylesOf(colours);
  const absolute = (address: string | undefined): string => (address?.startsWith('/') ? `${siteUrl}${address}` : (address ?? ''));
  const prepare = (nodes: Nodes, around: Reading): void => {
    for (const node of nodes) {
      if (!DomUtils.isTag(node)) continue;
      // Gmail and Outlook remove `<bdi>` and keep `dir`.
      if (node.name === 'bdi') {
        node.name = 'span';
        node.attribs.dir ??= 'auto';
      }
      const { name, attribs } = node;
      const inside = { lang: attribs.lang ?? around.lang, direction: directionInside(node, around.direction) };
      for (const attribute of webAttributes) delete attribs[attribute];
      if (name === 'a') attribs.href = absolute(attribs.href);
      if (name === 'img') attribs.src = absolute(attribs.src);
      const style = styles[name]?.(inside.direction) ?? '';
      if (blocks.has(name)) Object.assign(attribs, attributesOf(blockAttributes(inside, style)));
      else if (style) attribs.style = style;
      if (name === 'code' || name === 'kbd') attribs.dir = inside.direction;
      prepare(node.children, inside);
    }
  };
  prepare(document.children, reading);
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' });
}

function directionInside(node: Parameters<typeof DomUtils.textContent>[0] & { name: string; attribs: Record<string, string> }, around: Direction): Direction {
  const { dir } = node.attribs;
  if (dir === 'rtl' || dir === 'ltr') return dir;
  if (dir === 'auto') return directionOfText(DomUtils.textContent(node)) ?? around;
  return computerText.has(node.name) ? 'ltr' : around;
}

/** @param text as `blockAttributes` writes it */
const attributesOf = (text: string): Record<string, string> => Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));

function stylesOf({ ink, soft, accent, line, paper }: MailColours): Record<string, (direction: Direction) => string> {
  const always = (style: string) => () => style;
  const heading = (size: number) => always(`margin:28px 0 12px;font-size:${size}px;line-height:1.4`);
  // Browsers indent lists and definitions at one side, which differs between them and mail programs: both sides are said.
  const indented = (style: string, width: number) => (direction: Direction) => `${style};padding-${startOf(direction)}:${width}px;padding-${endOf(direction)}:0`;
  const list = indented('margin:0 0 16px', 24);
  const cell = always(`padding:8px 12px;border:1px solid ${line}`);
  const mono = 'font-family:Consolas,Menlo,monospace;font-size:14px';
  return {
    p: always('margin:0 0 16px'), h2: heading(20), h3: heading(18), h4: heading(16), ul: list, ol: list, li: always('margin:0 0 8px'), a: always(`color:${ink};text-decoration-color:${accent}`),
    blockquote: (direction) => `${indented('margin:0 0 16px', 16)(direction)};border-${startOf(direction)}:3px solid ${accent};color:${soft}`,
    code: always(`padding:2px 6px;border-radius:6px;background:${paper};${mono}`),
    pre: always(`margin:0 0 16px;padding:12px 16px;border-radius:12px;background:${paper};${mono};white-space:pre-wrap`),
    img: always('display:block;max-width:100%;height:auto;border-radius:12px'), figure: always('margin:0 0 16px'), figcaption: always(`margin:8px 0 0;color:${soft};font-size:14px`),
    hr: always(`margin:24px 0;border:0;border-top:1px solid ${line}`), table: always('margin:0 0 16px;border-collapse:collapse'), th: cell, td: cell,
    dl: always('margin:0 0 16px'), dd: indented('margin:0', 24),
  };
}
