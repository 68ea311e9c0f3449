// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { safeHtml } from '@/lib/content/safe-html';
import { cleanPaste, foreignPictures } from './clean-paste';

const readClipboard = (name: string) => readFileSync(`e2e/support/clipboard/${name}.html`, 'utf8');
const joinLines = (html: string) => html.replaceAll(/>\s+</g, '><');

test('text from Word loses styles and empty paragraphs, but keeps headings, nested lists, bold and links [N8]', () => {
  expect(joinLines(cleanPaste(readClipboard('word'), 'rtl'))).toBe(
    [
      '<h2>خطة الموقع</h2>',
      '<p>نبدأ <b>بالمحتوى</b> قبل <i>التصميم</i>.</p>',
      '<h2>ما الذي نحتاجه</h2>',
      '<ul><li>صور حقيقية<ul><li>من المكتب</li></ul></li><li>نصوص قصيرة</li></ul>',
      '<p>Steps, in order:</p>',
      '<ol><li>Write</li><li>Publish</li></ol>',
      '<p>See <a href="https://example.com/guide">the guide</a> and [1].</p>',
    ].join(''),
  );
});

test('text from Google Docs keeps bold, italic, nested lists, links and direction, but not its bold wrapper [N8]', () => {
  expect(joinLines(cleanPaste(readClipboard('google-docs'), 'rtl'))).toBe(
    [
      '<h2>كيف نختار الاستضافة</h2>',
      '<p>السرعة <strong>أولًا</strong><em> ثم السعر</em></p>',
      '<ul><li>خادم في القاهرة<ul><li>أو في فرانكفورت</li></ul></li><li>نسخ احتياطية</li></ul>',
      '<h2 dir="ltr">Further reading</h2>',
      '<p dir="ltr"><a href="https://example.com/hosting">A comparison</a></p>',
    ].join(''),
  );
});

const renderWordItem = (tag: string, level: number, text: string) =>
  `<div class="ListContainerWrapper"><${tag}><li aria-level="${level}"><p class="Paragraph">${text}</p></li></${tag}></div>`;

test('lists from Word for the web, which writes a list for each item, become nested lists [N8]', () => {
  const items = [
    renderWordItem('ol', 1, 'One'),
    renderWordItem('ul', 2, 'Inside'),
    renderWordItem('ol', 1, 'Two'),
  ].join('');
  const later = renderWordItem('ol', 1, 'Three').replace('<ol>', '<ol start="3">');
  expect(
    cleanPaste(`<div class="OutlineElement Ltr">${items}<p>Between</p><div>${later}</div></div>`, 'ltr'),
  ).toContain('<ol><li>One<ul><li>Inside</li></ul></li><li>Two</li></ol><p>Between</p>');
  expect(cleanPaste(later, 'ltr')).toBe('<ol start="3"><li>Three</li></ol>');
});

test('sanitising on save does not change cleaned text any further [N8]', () => {
  for (const name of ['word', 'google-docs']) {
    const clean = joinLines(cleanPaste(readClipboard(name), 'rtl'));
    expect(safeHtml(clean).replaceAll(' rel="noopener" target="_blank"', '')).toBe(clean);
  }
});

test('a table of contents keeps its words but not its links, because pasted headings have no ids [N8]', () => {
  expect(
    cleanPaste('<p><a href="#heading=h.3znysh7">Prices</a></p><h2 id="h.3znysh7">Prices</h2><p>From 500.</p>', 'ltr'),
  ).toBe('<p>Prices</p><h2>Prices</h2><p>From 500.</p>');
});

test('scripts, foreign images and javascript: links are removed [N8]', () => {
  const clean = cleanPaste(
    '<p onclick="x()">a<script>x()</script><img src="https://evil.example/x.png" onerror="x()"><a href="javascript:x()">b</a></p><style>p{}</style>',
    'ltr',
  );
  expect(clean).toBe('<p>ab</p>');
});

test.each([
  ['<div>first<br>second</div>', '<div><p>first<br>second</p></div>'],
  [
    '<div dir="ltr">one<br>two<br><br>three<div>four</div></div>',
    '<div><p>one<br>two</p><p>three</p><div>four</div></div>',
  ],
  ['one <b>two</b><br><br><span>three</span>', '<p>one <b>two</b></p><p>three</p>'],
  ['<p>one</p><br><p>two</p>', '<p>one</p><p>two</p>'],
])('lines separated by a line break stay separate: %s [N8]', (pasted, clean) => {
  expect(cleanPaste(pasted, 'ltr')).toBe(clean);
});

test.each([
  [
    'a mail program says the direction around the lines',
    '<div dir="rtl"><div>مرحبا بكم</div><div>Hello</div></div>',
    '<div><p dir="rtl">مرحبا بكم</p><div>Hello</div></div>',
  ],
  ['lines parted by line breaks', '<div dir="rtl">مرحبا<br>بكم</div>', '<div><p dir="rtl">مرحبا<br>بكم</p></div>'],
  ['an English mail around an Arabic line', '<div dir="ltr"><p>مرحبا</p></div>', '<div><p>مرحبا</p></div>'],
])('a direction set around the text is moved to the paragraphs it applies to: %s [N8]', (_, pasted, clean) => {
  expect(cleanPaste(pasted, 'ltr')).toBe(clean);
});

test('counts the images that were left out [N8]', () => {
  expect(
    foreignPictures(
      '<p><img src="https://docs.example/a.png"><img src="data:image/png;base64,AA"><img src="/assets/own.webp"></p>',
    ),
  ).toBe(2);
  expect(foreignPictures('<p>text</p>')).toBe(0);
});

test('text copied from the editor itself is not changed [N8]', () => {
  const own = '<p data-pm-slice="1 1 []">كلمة <code dir="ltr">npm</code></p>';
  expect(cleanPaste(own, 'rtl')).toBe(own);
});

test('a list whose items have another direction gets that direction, so that its markers are on the right side [N8]', () => {
  expect(cleanPaste('<ul><li dir="rtl">خادم<ul><li dir="rtl">سريع</li></ul></li></ul>', 'ltr')).toBe(
    '<ul dir="rtl"><li>خادم<ul dir="rtl"><li>سريع</li></ul></li></ul>',
  );
  expect(cleanPaste('<ol><li dir="ltr">npm</li><li>نسخ</li></ol>', 'rtl')).toBe(
    '<ol><li dir="ltr">npm</li><li>نسخ</li></ol>',
  );
});
