import { Mark, Node, type Extensions } from '@tiptap/core';

/** Elements that articles may have (lib/content/safe-html.ts) and the toolbar does not make: opened and saved as they are. */

const attributesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { default: null }]));

const mark = (tag: string, ...names: string[]) => Mark.create({
  name: tag, excludes: '',
  addAttributes: () => attributesOf(names),
  parseHTML: () => [{ tag }],
  renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
});

const node = (tag: string, content: string, { group, attributes = [] }: { group?: string; attributes?: string[] } = {}) => Node.create({
  name: tag, content, isolating: true, ...(group && { group }),
  addAttributes: () => attributesOf(attributes),
  parseHTML: () => [{ tag }],
  renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
});

export const preservedHtml: Extensions = [
  mark('mark'), mark('small'), mark('sub'), mark('sup'), mark('kbd'), mark('cite'), mark('bdi', 'dir', 'lang'), mark('bdo', 'dir'), mark('abbr', 'title'), mark('time', 'datetime'),
  node('table', 'caption? thead? tbody*', { group: 'block' }), node('caption', 'inline*'), node('thead', 'tr+'), node('tbody', 'tr+'), node('tr', '(th | td)+'),
  node('th', 'block+', { attributes: ['colspan', 'rowspan', 'scope'] }), node('td', 'block+', { attributes: ['colspan', 'rowspan'] }),
  node('dl', '(dt | dd)+', { group: 'block' }), node('dt', 'inline*'), node('dd', 'block+'),
];

const renamed: Readonly<Record<string, string>> = { b: 'strong', i: 'em', h1: 'h2' };

function countsOf(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9]*)((?:\s[^>]*)?)>/gi)) {
    const name = tag.toLowerCase();
    if (!['p', 'br', 'div'].includes(name)) count(renamed[name] ?? name);
    for (const [, attribute = ''] of attributes.matchAll(/\s(id|dir|lang|start|reversed|hreflang|scope|colspan|rowspan|datetime|title|data-lesson-preview)="/g)) count(attribute);
  }
  return counts;
}

/** Elements and attributes of a text that would be lost if the editor opened it and saved it. */
export function lostIn(before: string, after: string): string[] {
  const counted = countsOf(after);
  return [...countsOf(before)].filter(([name, count]) => (counted.get(name) ?? 0) < count).map(([name]) => name);
}

/** The editor's HTML without the paragraphs and captions that are only its own. */
export const plainHtml = (html: string): string => html
  .replace(/<(li|td|th|dd)((?:\s[^>]*)?)><p>((?:(?!<\/?(?:p|li|ul|ol|pre|blockquote)\b).)*)<\/p><\/\1>/gs, '<$1$2>$3</$1>')
  .replaceAll('<figcaption></figcaption>', '')
  .replace(/(?:<p(?: dir="\w+")?><\/p>)+$/, '');
