import { Extension, type Extensions, Mark, Node } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { defaultLanguage, type Language } from '@/lib/language';

/** Must match lib/content/safe-html.ts. */
const openedLink = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i;
export const typedLink = /^(?:https?:\/\/[^\s/]+|mailto:\S+@\S+|\/(?!\/)|#\S)/i;

export const extensionsFor = (lang: Language = defaultLanguage): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    // `dir` keeps code left to right and, like `bdi`, isolates it within an Arabic sentence.
    code: { HTMLAttributes: { dir: 'ltr' } },
    codeBlock: { HTMLAttributes: { dir: 'ltr' } },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (url) => openedLink.test(url),
    },
    dropcursor: { color: false },
  }),
  Figure,
  LessonPreview.configure({ lang }),
  BlockAttributes,
  ...preservedHtml,
];

interface PictureAttributes {
  src: string;
  alt: string;
  width: number | null;
  height: number | null;
}

const pictureIn = (element: Element): PictureAttributes | false => {
  const image = element.matches('img') ? element : element.querySelector('img');
  const size = (name: string) => Number(image?.getAttribute(name)) || null;
  return image
    ? {
        src: image.getAttribute('src') ?? '',
        alt: image.getAttribute('alt') ?? '',
        width: size('width'),
        height: size('height'),
      }
    : false;
};

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,
  addAttributes: () =>
    Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, { default: null, rendered: false }])),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: pictureIn,
      contentElement: (element) => (element as Element).querySelector('figcaption') ?? document.createElement('div'),
    },
    { tag: 'img', getAttrs: pictureIn },
  ],
  renderHTML: ({
    node: {
      attrs: { src, alt, width, height },
    },
    HTMLAttributes,
  }) => ['figure', HTMLAttributes, ['img', { src, alt, width, height }], ['figcaption', 0]],
});

const LessonPreview = Node.create<{ lang: Language }>({
  name: 'lessonPreview',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ lang: defaultLanguage }),
  addAttributes: () => ({ course: { default: '', rendered: false }, title: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'p[data-lesson-preview]',
      priority: 60,
      getAttrs: (element) => ({
        course: element.getAttribute('data-lesson-preview'),
        title: element.textContent ?? '',
      }),
    },
  ],
  renderHTML({
    node: {
      attrs: { course, title },
    },
  }) {
    return [
      'p',
      { 'data-lesson-preview': course as string },
      ['a', { href: `/${this.options.lang}/details/course-page/courses-data/${String(course)}` }, title as string],
    ];
  },
});

const directions = new Set(['ltr', 'rtl', 'auto']);
const directed = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'figure',
  'table',
  'td',
  'th',
  'dl',
];

const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    {
      types: directed,
      attributes: {
        dir: {
          default: null,
          parseHTML: (element) =>
            directions.has(element.getAttribute('dir') ?? '') ? element.getAttribute('dir') : null,
        },
        lang: { default: null },
        id: { default: null, keepOnSplit: false },
      },
    },
  ],
});

const attributesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]));

const mark = (tag: string, ...names: string[]) =>
  Mark.create({
    name: tag,
    excludes: '',
    addAttributes: () => attributesOf(names),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const node = (
  tag: string,
  content: string,
  { group, attributes = [] }: { group?: string; attributes?: string[] } = {},
) =>
  Node.create({
    name: tag,
    content,
    isolating: true,
    ...(group && { group }),
    addAttributes: () => attributesOf(attributes),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Keeps elements that lib/content/safe-html.ts allows but the toolbar cannot create. */
const preservedHtml: Extensions = [
  mark('mark'),
  mark('small'),
  mark('sub'),
  mark('sup'),
  mark('kbd'),
  mark('cite'),
  mark('bdi', 'dir', 'lang'),
  mark('bdo', 'dir'),
  mark('abbr', 'title'),
  mark('time', 'datetime'),
  node('table', 'caption? thead? tbody*', { group: 'block' }),
  node('caption', 'inline*'),
  node('thead', 'tr+'),
  node('tbody', 'tr+'),
  node('tr', '(th | td)+'),
  node('th', 'block+', { attributes: ['colspan', 'rowspan', 'scope'] }),
  node('td', 'block+', { attributes: ['colspan', 'rowspan'] }),
  node('dl', '(dt | dd)+', { group: 'block' }),
  node('dt', 'inline*'),
  node('dd', 'block+'),
];

const renamed: Readonly<Record<string, string>> = { b: 'strong', i: 'em', h1: 'h2' };

function countFormatting(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/gi)) {
    const name = tag.toLowerCase();
    if (!['p', 'br', 'div'].includes(name)) count(renamed[name] ?? name);
    for (const [, attribute = ''] of attributes.matchAll(
      /\s(id|dir|lang|start|reversed|hreflang|scope|colspan|rowspan|datetime|title|data-lesson-preview)="/g,
    ))
      count(attribute);
  }
  return counts;
}

/** Lists elements and attributes that would be lost if the editor opened and saved the text. */
export function findLostMarkup(before: string, after: string): string[] {
  const counted = countFormatting(after);
  return [...countFormatting(before)].filter(([name, count]) => (counted.get(name) ?? 0) < count).map(([name]) => name);
}

export const plainHtml = (html: string): string =>
  html
    .replace(
      /<(li|td|th|dd)((?:\s[^>]*)?)><p>((?:(?!<\/?(?:p|li|ul|ol|pre|blockquote)\b).)*)<\/p><\/\1>/gs,
      '<$1$2>$3</$1>',
    )
    .replaceAll('<figcaption></figcaption>', '')
    .replace(/(?:<p(?: dir="\w+")?><\/p>)+$/, '');
