import { Extension, Node } from '@tiptap/core';
import { defaultLanguage, type Language } from '@/lib/language';

export interface PictureAttributes { src: string; alt: string; width: number | null; height: number | null }

const pictureIn = (element: Element): PictureAttributes | false => {
  const image = element.matches('img') ? element : element.querySelector('img');
  const size = (name: string) => Number(image?.getAttribute(name)) || null;
  return image ? { src: image.getAttribute('src') ?? '', alt: image.getAttribute('alt') ?? '', width: size('width'), height: size('height') } : false;
};

/** A picture of the library with its caption. */
export const Figure = Node.create({
  name: 'figure', group: 'block', content: 'inline*', draggable: true, isolating: true,
  addAttributes: () => Object.fromEntries(['src', 'alt', 'width', 'height'].map((name) => [name, { default: null, rendered: false }])),
  parseHTML: () => [
    { tag: 'figure', getAttrs: pictureIn, contentElement: (element) => (element as Element).querySelector('figcaption') ?? document.createElement('div') },
    { tag: 'img', getAttrs: pictureIn },
  ],
  renderHTML: ({ node: { attrs: { src, alt, width, height } }, HTMLAttributes }) => ['figure', HTMLAttributes, ['img', { src, alt, width, height }], ['figcaption', 0]],
});

/** A course's free lesson; readers without its card, as those of the feed, get a link. */
export const LessonPreview = Node.create<{ lang: Language }>({
  name: 'lessonPreview', group: 'block', atom: true, draggable: true,
  addOptions: () => ({ lang: defaultLanguage }),
  addAttributes: () => ({ course: { default: '', rendered: false }, title: { default: '', rendered: false } }),
  parseHTML: () => [{
    tag: 'p[data-lesson-preview]', priority: 60,
    getAttrs: (element) => ({ course: element.getAttribute('data-lesson-preview'), title: element.textContent ?? '' }),
  }],
  renderHTML({ node: { attrs: { course, title } } }) {
    return ['p', { 'data-lesson-preview': course as string }, ['a', { href: `/${this.options.lang}/details/course-page/courses-data/${String(course)}` }, title as string]];
  },
});

const directions = new Set(['ltr', 'rtl', 'auto']);
const directed = ['paragraph', 'heading', 'blockquote', 'bulletList', 'orderedList', 'listItem', 'figure', 'table', 'td', 'th', 'dl'];

/** Direction and language by block, and ids that links lead to. */
export const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [{
    types: directed,
    attributes: {
      dir: { default: null, parseHTML: (element) => (directions.has(element.getAttribute('dir') ?? '') ? element.getAttribute('dir') : null) },
      lang: { default: null },
      id: { default: null, keepOnSplit: false },
    },
  }],
});
