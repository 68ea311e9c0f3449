// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { safeHtml, textOfHtml } from '@/lib/content/safe-html';
import type { Language } from '@/lib/language';
import { extensionsFor, findLostMarkup, plainHtml, typedLink } from './extensions';
import { insertBlock, toolbarActions } from './toolbar-actions';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

function open(html: string, lang: Language = 'ar'): Editor {
  editor?.destroy();
  editor = new Editor({
    element: document.createElement('div'),
    extensions: extensionsFor(lang),
    content: html,
    injectCSS: false,
  });
  return editor;
}
const passThroughEditor = (html: string): string => plainHtml(open(html).getHTML());
const press = (name: string) =>
  toolbarActions
    .flat()
    .find((action) => action.name === name)!
    .run(editor!);

const articles = readdirSync('prisma/articles').map(
  (file) =>
    JSON.parse(readFileSync(`prisma/articles/${file}`, 'utf8')) as {
      id: string;
      texts: Record<string, { html: string }>;
    },
);
const texts = articles.flatMap(({ id, texts: all }) =>
  Object.entries(all).map(([lang, { html }]) => [`${id} ${lang}`, safeHtml(html)] as const),
);

function listHtml(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('<') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listHtml) : [];
}
const content = readdirSync('content/midan', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) =>
    listHtml(JSON.parse(readFileSync(`content/midan/${file}`, 'utf8'))).map(
      (html, index) => [`${file} ${index + 1}`, html] as const,
    ),
  );

const readWords = (html: string): string => textOfHtml(html).replaceAll(' ', '');

test.each([...texts, ...content])('the editor opens and saves %s without losing anything [N5, N8]', (_name, html) => {
  const saved = passThroughEditor(html);
  expect([findLostMarkup(html, saved), readWords(saved)]).toEqual([[], readWords(html)]);
});

test('unknown markup is reported, so that the field shows the HTML [N8]', () => {
  const html = '<figure><pre>x</pre></figure><p><a href="/x" hreflang="de">y</a></p>';
  expect(findLostMarkup(html, passThroughEditor(html))).toEqual(['figure', 'hreflang']);
});

test.each([
  '<p>أول <strong>كلمة</strong></p>',
  '<h2 id="top">عنوان</h2><ul><li>واحد</li><li>اثنان<ol><li>ثلاثة</li></ol></li></ul>',
  '<p dir="ltr">npm install</p>',
  '<figure><img src="/assets/pictures/a.webp" alt="رسم" width="10" height="5"></figure>',
  '<figure><img src="/a.webp" alt="رسم" width="10" height="5"><figcaption>تعليق</figcaption></figure>',
  '<p>اكتب <code dir="ltr">npm ci</code> ثم انتظر</p>',
  '<pre dir="ltr"><code>a = 1</code></pre>',
  '<table><tbody><tr><td colspan="2">خلية</td></tr></tbody></table>',
  '<p data-lesson-preview="nextjs-from-zero"><a href="/ar/details/course-page/courses-data/nextjs-from-zero">درس</a></p><p>نص</p>',
])('%s is saved unchanged, and sanitising does not change it [N8]', (html) => {
  const saved = passThroughEditor(html).replaceAll(/ (?:rowspan|colspan)="1"/g, '');
  expect(saved.replaceAll('<li><p>اثنان</p>', '<li>اثنان')).toBe(html);
  expect(
    safeHtml(html)
      .replaceAll(' loading="lazy" decoding="async"', '')
      .replaceAll(' />', '>')
      .replaceAll(/<img loading="lazy" decoding="async" /g, '<img '),
  ).toBe(html);
});

test('pictures and lessons are inserted after the current block, in order, or into an empty line [N8]', () => {
  open('<ul><li>واحد</li></ul><p>آخر</p>');
  editor!.commands.setTextSelection(4);
  insertBlock(editor!, { type: 'figure', attrs: { src: '/a.webp', alt: 'رسم' } });
  insertBlock(editor!, { type: 'lessonPreview', attrs: { course: 'a', title: 'درس' } });
  expect(plainHtml(editor!.getHTML())).toBe(
    '<ul><li>واحد</li></ul><figure><img src="/a.webp" alt="رسم"></figure><p data-lesson-preview="a"><a href="/ar/details/course-page/courses-data/a">درس</a></p><p>آخر</p>',
  );
  open('<p></p>');
  insertBlock(editor!, { type: 'figure', attrs: { src: '/a.webp', alt: 'رسم' } });
  expect(plainHtml(editor!.getHTML())).toBe('<figure><img src="/a.webp" alt="رسم"></figure>');
});

test('code in an Arabic paragraph is left to right [N8]', () => {
  expect(passThroughEditor('<p>اكتب <code>npm ci</code></p><pre><code>x</code></pre>')).toBe(
    '<p>اكتب <code dir="ltr">npm ci</code></p><pre dir="ltr"><code>x</code></pre>',
  );
});

test('a button sets and clears the direction of a block, and undo and redo work [N8]', () => {
  open('<p>first</p><p>second</p>');
  editor!.commands.setTextSelection(2);
  press('dir_ltr');
  expect(plainHtml(editor!.getHTML())).toBe('<p dir="ltr">first</p><p>second</p>');
  press('undo');
  expect(plainHtml(editor!.getHTML())).toBe('<p>first</p><p>second</p>');
  press('redo');
  expect(plainHtml(editor!.getHTML())).toBe('<p dir="ltr">first</p><p>second</p>');
  press('dir_ltr');
  expect(plainHtml(editor!.getHTML())).toBe('<p>first</p><p>second</p>');
});

test('a list takes the direction of its items, so that its markers are on the right side [N8]', () => {
  open('<ul><li>npm ci</li></ul>');
  editor!.commands.setTextSelection(4);
  press('dir_ltr');
  expect(editor!.getHTML()).toContain('<ul dir="ltr">');
  press('dir_ltr');
  expect(plainHtml(editor!.getHTML())).toBe('<ul><li>npm ci</li></ul>');
});

test.each([
  ['https://a.example', true],
  ['http://a.example/x', true],
  ['mailto:a@b.c', true],
  ['/ar/home', true],
  ['#top', true],
  ['javascript:alert(1)', false],
  ['//evil.example', false],
  ['data:text/html,x', false],
  ['example.com', false],
])('accepts the link %s: %s [N8]', (address, isTaken) => {
  expect(typedLink.test(address)).toBe(isTaken);
});

test('a javascript: link is removed when a text is opened [N8]', () => {
  expect(passThroughEditor('<p><a href="javascript:alert(1)">x</a></p>')).toBe('<p>x</p>');
});
