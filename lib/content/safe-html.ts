import { LRUCache } from 'lru-cache';
import sanitizeHtml from 'sanitize-html';

const ownPath = /^\/(?!\/)[^\s"'<>\\]*$/;

/** `<p data-lesson-preview="{course}">` renders as the course's free lesson. Feeds and emails show its text instead. */
export const lessonAttribute = 'data-lesson-preview';
const courseSlug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Ids of the page around rich text. The skip link, the menus and the sign-up in the footer find their parts by them. */
const pageId = /^(?:content|menu|languages|sections|arcade|footer-.*)$/;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'strong',
    'b',
    'em',
    'i',
    's',
    'mark',
    'small',
    'sub',
    'sup',
    'a',
    'blockquote',
    'cite',
    'code',
    'pre',
    'kbd',
    'bdi',
    'bdo',
    'br',
    'hr',
    'figure',
    'figcaption',
    'img',
    'dl',
    'dt',
    'dd',
    'abbr',
    'time',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    '*': ['dir', 'lang', 'id'],
    a: ['href', 'hreflang', 'rel', 'target'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed'],
    p: [lessonAttribute],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    '*': (tagName, attributes) => {
      const { id, ...others } = attributes;
      return { tagName, attribs: id !== undefined && pageId.test(id) ? others : attributes };
    },
    h1: 'h2',
    a: (tagName, attributes) => ({ tagName, attribs: linkAttributes(attributes) }),
    p: (tagName, { [lessonAttribute]: course, ...attributes }) => ({
      tagName,
      attribs: course && courseSlug.test(course) ? { ...attributes, [lessonAttribute]: course } : attributes,
    }),
    img: (tagName, attributes) => ({ tagName, attribs: { loading: 'lazy', decoding: 'async', ...attributes } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPath.test(attribs.src ?? ''),
};

function linkAttributes({ href, hreflang, id, dir, lang }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const allowed: sanitizeHtml.Attributes = {};
  for (const [name, value] of Object.entries({ href, hreflang, id, dir, lang }))
    if (value !== undefined) allowed[name] = value;
  return /^https?:/i.test(href ?? '') ? { ...allowed, rel: 'noopener', target: '_blank' } : allowed;
}

/** Caches at most about 8 MB of text, because article lists sanitise HTML on every read. */
const sanitisedCache = new LRUCache<string, string>({
  max: 2000,
  maxSize: 4_000_000,
  sizeCalculation: (clean, html) => clean.length + html.length + 1,
});

/** Removes everything from the HTML that is not allowed above (docs/security.md X17). */
export function safeHtml(html: string): string {
  const known = sanitisedCache.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(html, options);
  sanitisedCache.set(html, clean);
  return clean;
}

export function textOfHtml(html: string): string {
  const text = sanitizeHtml(
    html.replace(/(?<![.!?؟:…\s>])<\/h\d>/gi, ':$&').replace(/<\/(?:p|h\d|li|td|th|figcaption|blockquote)>/gi, '$& '),
    { allowedTags: [], allowedAttributes: {} },
  );
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
  return text
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => named[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
