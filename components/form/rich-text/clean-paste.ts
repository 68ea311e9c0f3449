import { directionOfText } from '@/lib/text';

/** @param direction of the surrounding text; blocks keep `dir` only if it differs */
export function cleanPaste(html: string, direction: 'rtl' | 'ltr' | 'auto'): string {
  const body = parse(html);
  removeForeign(body);
  // The text was copied from one of our own editors, or from another site's editor of the same kind.
  if (html.includes('data-pm-slice')) {
    renameHeadings(body);
    return body.innerHTML;
  }
  flattenCode(body);
  listWordItems(body);
  styleToElements(body);
  renameHeadings(body);
  nestLists(body);
  cleanLinks(body);
  cleanTexts(body);
  linesToParagraphs(body);
  cleanAttributes(body, direction);
  removeEmpty(body);
  return body.innerHTML.trim();
}

/** Remove style elements before parsing: the browser reports CSP violations for parsed documents too. */
function parse(html: string): Element {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<style[\s>][\s\S]*?<\/style\s*>/gi, ''),
    'text/html',
  );
  for (const image of all(body, 'img').filter(isForeignPicture)) {
    const alt = image.getAttribute('alt') ?? '';
    if (emoji.test(alt)) image.replaceWith(alt);
    else if (image.getAttribute('aria-roledescription') === 'checkbox') image.remove();
  }
  return body;
}

/** WhatsApp, Gmail, Facebook and X show emoji as pictures with the emoji as alternative text. */
const emoji = /^(?=.*[^\d#*])[\p{Emoji}\p{Emoji_Component}]{1,24}$/u;

const all = (root: ParentNode, selector = '*'): Element[] => [...root.querySelectorAll(selector)];
const styleOf = (element: Element): string => (element.getAttribute('style') ?? '').toLowerCase();
const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function rename(element: Element, tag: string): Element {
  const next = element.ownerDocument.createElement(tag);
  for (const { name, value } of element.attributes) next.setAttribute(name, value);
  next.append(...element.childNodes);
  element.replaceWith(next);
  return next;
}

/** Chat programs write each formula twice, for reading aloud and for the eye, and put a button beside code. */
const unwanted = 'style, meta, link, script, title, xml, br.Apple-interchange-newline, button, svg, .katex-html';

function removeForeign(body: Element): void {
  const comments: Node[] = [];
  const collect = (node: Node) => (node.nodeType === 8 ? comments.push(node) : node.childNodes.forEach(collect));
  collect(body);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  for (const formula of all(body, 'math'))
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? formula.textContent);
  for (const element of all(body, unwanted)) element.remove();
  for (const element of all(body)) {
    if (element.tagName.includes(':')) unwrap(element);
    else if (isForeignPicture(element)) element.remove();
  }
}

/** Finds pictures to remove: on other hosts they track readers, and `data:` URLs make the text megabytes long. */
const isForeignPicture = (element: Element): boolean =>
  element.tagName === 'IMG' && !/^\/(?!\/)/.test(element.getAttribute('src') ?? '');

export function foreignPictures(html: string): number {
  return all(parse(html), 'img').filter(isForeignPicture).length;
}

/** ChatGPT and documentation sites put captions, boxes and coloured words into code, which the editor would take apart. */
function flattenCode(body: Element): void {
  for (const pre of all(body, 'pre')) {
    const code = pre.querySelector('code') ?? pre;
    for (const lineBreak of all(code, 'br')) lineBreak.replaceWith('\n');
    for (const line of all(code, 'div, p')) if (line.nextSibling && !line.textContent.endsWith('\n')) line.append('\n');
    const text = pre.ownerDocument.createElement('code');
    text.textContent = code.textContent;
    pre.replaceChildren(text);
  }
}

const orderedMarker = /^\s*\(?(?:[\d\u0660-\u0669]+|[a-z]{1,4}|[\u0621-\u064a])[.)\-–]/i;

interface WordItems {
  level: number;
  tag: string;
  items: Element[];
}

/** Word writes list items as paragraphs with `mso-list` in their style and a typed marker. */
function readWordParagraph(paragraph: Element): WordItems | null {
  const level = Number(/mso-list:\s*l\d+\s+level(\d+)/.exec(styleOf(paragraph))?.[1] ?? 0);
  if (level === 0) return null;
  const marker = all(paragraph, 'span').find((span) => /mso-list:\s*ignore/.test(styleOf(span)));
  const tag = orderedMarker.test(marker?.textContent ?? '') ? 'ol' : 'ul';
  marker?.remove();
  const item = paragraph.ownerDocument.createElement('li');
  const dir = paragraph.getAttribute('dir');
  if (dir) item.setAttribute('dir', dir);
  item.append(...paragraph.childNodes);
  return { level, tag, items: [item] };
}

function readWebList(list: Element): WordItems {
  for (const paragraph of all(list, 'li > p:only-child')) unwrap(paragraph);
  return {
    level: Number(list.firstElementChild?.getAttribute('aria-level') ?? 1),
    tag: list.tagName.toLowerCase(),
    items: [...list.children],
  };
}

/** Word for the web writes a list for each item, at any depth, and states its level in `aria-level`. */
function listWordItems(body: Element): void {
  const wrappers = '.OutlineElement, .ListContainerWrapper';
  const webLists = new Set(all(body, `:is(${wrappers}) > :is(ul, ol)`));
  for (const wrapper of all(body, wrappers)) unwrap(wrapper);
  let open: Array<{ level: number; list: Element }> = [];
  let last: Element | null = null;
  for (const source of all(body, 'p, ul, ol')) {
    const found = webLists.has(source) ? readWebList(source) : readWordParagraph(source);
    if (!found) continue;
    const { level, tag, items } = found;
    if (source.previousElementSibling !== last) open = [];
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if ((open.at(-1)?.level ?? 0) < level) {
      const list = body.ownerDocument.createElement(tag);
      const start = source.getAttribute('start');
      if (start && start !== '1') list.setAttribute('start', start);
      const inside = open.at(-1)?.list.lastElementChild;
      if (inside) inside.append(list);
      else source.before(list);
      open.push({ level, list });
    }
    open.at(-1)?.list.append(...items);
    source.remove();
    last = open[0]?.list ?? null;
  }
}

/** Google Docs writes formatting as span styles, and wraps the whole clipboard in a `<b>` that is not bold. */
function styleToElements(body: Element): void {
  for (const element of all(body, 'b, strong, i, em')) {
    const isPlain = element.matches('b, strong')
      ? /(?:^|[;\s])font-weight:\s*(?:normal|[1-4]00)/
      : /(?:^|[;\s])font-style:\s*normal/;
    if (isPlain.test(styleOf(element)) || /^docs-internal-guid/.test(element.id)) unwrap(element);
  }
  for (const span of all(body, 'span, font')) {
    const style = styleOf(span);
    const isHeading = span.closest('h1, h2, h3, h4, h5, h6') !== null;
    if (/(?:^|[;\s])font-style:\s*(?:italic|oblique)/.test(style)) wrapContent(span, 'em');
    if (!isHeading && /(?:^|[;\s])font-weight:\s*(?:bold|[6-9]00)/.test(style)) wrapContent(span, 'strong');
    if (/(?:^|[;\s])text-decoration(?:-line)?:[^;]*line-through/.test(style)) wrapContent(span, 's');
    const [, position] = /(?:^|[;\s])vertical-align:\s*(super|sub)\b/.exec(style) ?? [];
    if (position) wrapContent(span, position === 'super' ? 'sup' : 'sub');
    unwrap(span);
  }
}

function wrapContent(element: Element, tag: string): void {
  if (!element.textContent?.trim()) return;
  const inner = element.ownerDocument.createElement(tag);
  inner.append(...element.childNodes);
  element.append(inner);
}

function renameHeadings(body: Element): void {
  // The editor's list items begin with a paragraph.
  for (const heading of all(body, 'li :is(h1, h2, h3, h4, h5, h6)')) {
    wrapContent(heading, 'strong');
    rename(heading, 'p');
  }
  for (const heading of all(body, 'h1, p.MsoTitle')) rename(heading, 'h2');
  for (const heading of all(body, 'h5, h6')) rename(heading, 'h4');
  for (const bold of all(body, ':is(h2, h3, h4) :is(b, strong)')) unwrap(bold);
}

/** Google Docs puts a nested list next to its item instead of inside it. */
function nestLists(body: Element): void {
  for (const paragraph of all(body, 'li > p:only-child')) unwrap(paragraph);
  for (const list of all(body, ':is(ul, ol) > :is(ul, ol)')) list.previousElementSibling?.append(list);
}

/** Links within the pasted text are dropped, because its headings lose the ids that the links point to. */
const allowedLink = /^(?:https?:|mailto:|tel:|\/(?!\/))/i;

function cleanLinks(body: Element): void {
  for (const link of all(body, 'a')) {
    const href = redirectOf(link.getAttribute('href') ?? '');
    if (allowedLink.test(href) && link.textContent?.trim()) link.setAttribute('href', href);
    else unwrap(link);
  }
}

/** Outlook's redirect also contains the reader's address. */
const redirects: ReadonlyArray<readonly [start: RegExp, parameter: string]> = [
  [/^https:\/\/www\.google\.com\/url\?/i, 'q'],
  [/^https:\/\/[a-z0-9-]+\.safelinks\.protection\.outlook\.com\/\?/i, 'url'],
  [/^https:\/\/lm?\.(?:facebook|instagram)\.com\/l?(?:\.php)?\?/i, 'u'],
];

/** Google Docs, Outlook and Facebook replace links by a redirect through their own site. */
function redirectOf(href: string): string {
  const [, parameter] = redirects.find(([start]) => start.test(href)) ?? [];
  return (parameter && new URL(href).searchParams.get(parameter)) || href;
}

const attributes = new Set(['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'start']);

function cleanAttributes(body: Element, direction: string): void {
  const directions = new Map(all(body).map((element) => [element, otherDirection(element, direction)]));
  for (const [element, dir] of directions) {
    for (const { name } of [...element.attributes]) if (!attributes.has(name)) element.removeAttribute(name);
    if (dir) (element.tagName === 'DIV' ? rename(element, 'p') : element).setAttribute('dir', dir);
  }
  for (const list of all(body, 'ul, ol')) directList(list);
}

const blocks = 'p, h2, h3, h4, li, blockquote, td, th';

/** Keeps the `dir` of a wrapping `div` only if the text agrees with it: mail programs often set the wrong one. */
function otherDirection(element: Element, around: string): string | null {
  const ownDirection = element.getAttribute('dir')?.toLowerCase();
  if (ownDirection && element.matches(blocks)) return ownDirection === around ? null : ownDirection;
  if (!element.matches(`div, ${blocks}`) || element.querySelector(`div, ul, ol, table, pre, ${blocks}`)) return null;
  const outer = element.closest('[dir]')?.getAttribute('dir')?.toLowerCase();
  return outer && outer !== around && outer === directionOfText(element.textContent ?? '') ? outer : null;
}

function directList(list: Element): void {
  const items = [...list.children];
  const dir = items[0]?.getAttribute('dir');
  if (!dir || items.some((item) => item.getAttribute('dir') !== dir)) return;
  list.setAttribute('dir', dir);
  for (const item of items) item.removeAttribute('dir');
}

function cleanTexts(node: Node): void {
  if (node.nodeName === 'PRE') return;
  if (node.nodeType === 3 && node.nodeValue) node.nodeValue = node.nodeValue.replace(/[\u00a0 \t\r\n]+/g, ' ');
  node.childNodes.forEach(cleanTexts);
}

const inlineTags =
  'a, b, strong, i, em, u, s, del, ins, code, mark, small, sub, sup, kbd, cite, bdi, bdo, abbr, time, label, q';
const isLineBreak = (node: Node | undefined): boolean => node?.nodeName === 'BR';
const isInline = (node: Node): boolean =>
  node.nodeType === 3 || (node.nodeType === 1 && (node as Element).matches(`br, ${inlineTags}`));

/** Turns two `br` in a row into a new paragraph: Google Docs and mail programs separate paragraphs this way. */
function linesToParagraphs(body: Element): void {
  for (const container of [body, ...all(body, 'div, section, article, blockquote')]) {
    if (![...container.children].some(isLineBreak)) continue;
    let run: ChildNode[] = [];
    const close = () => {
      while (run.length > 0 && (isLineBreak(run.at(-1)) || !run.at(-1)?.textContent?.trim())) run.pop();
      while (run.length > 0 && (isLineBreak(run[0]) || !run[0]?.textContent?.trim())) run.shift();
      if (run.length > 0) {
        const paragraph = body.ownerDocument.createElement('p');
        run[0]?.before(paragraph);
        paragraph.append(...run);
      }
      run = [];
    };
    for (const node of [...container.childNodes]) {
      const isBlank = node.nodeType === 3 && !node.nodeValue?.trim();
      if (!isInline(node) || (isLineBreak(node) && isLineBreak(run.at(-1)))) close();
      if (isInline(node) && !(isBlank && isLineBreak(run.at(-1)))) run.push(node);
    }
    close();
  }
}

function removeEmpty(body: Element): void {
  for (const element of all(body, 'p, h2, h3, h4, li, blockquote, ul, ol, strong, b, em, i, div').reverse()) {
    if (!element.textContent?.trim() && !element.querySelector('img')) element.remove();
  }
  for (const lineBreak of all(body, 'br'))
    if (lineBreak.parentElement?.matches('body, div, ul, ol') ?? true) lineBreak.remove();
}
