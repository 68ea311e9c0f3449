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

test('superscripts, subscripts and crossed-out words from Google Docs keep their meaning [N8]', () => {
  expect(
    cleanPaste(
      '<p><span>10</span><span style="font-size:0.6em;vertical-align:super;">2</span> H<span style="vertical-align:sub">2</span>O <span style="text-decoration:line-through;">old</span> <span style="vertical-align:baseline;text-decoration:none">new</span></p>',
      'ltr',
    ),
  ).toBe('<p>10<sup>2</sup> H<sub>2</sub>O <s>old</s> new</p>');
});

test.each(['😀', '👩\u200d💻', '❤\ufe0f', '5\ufe0f\u20e3', '🇪🇬'])(
  'an emoji that a chat program shows as a picture becomes text and counts as no lost picture: %s [N8]',
  (emoji) => {
    const pasted = `<p>Thanks <img alt="${emoji}" class="emoji" src="https://abs.example/emoji.svg"> see you</p>`;
    expect(cleanPaste(pasted, 'ltr')).toBe(`<p>Thanks ${emoji} see you</p>`);
    expect(foreignPictures(pasted)).toBe(0);
    expect(foreignPictures('<img alt="42" src="https://abs.example/42.png">')).toBe(1);
  },
);

test('the boxes of a Google Docs checklist are not lost pictures [N8]', () => {
  const pasted =
    '<ul><li role="checkbox"><img src="data:image/png;base64,AA" alt="checked" aria-roledescription="checkbox"><p>Buy</p></li></ul>';
  expect([cleanPaste(pasted, 'ltr'), foreignPictures(pasted)]).toEqual(['<ul><li>Buy</li></ul>', 0]);
});

test('a formula from ChatGPT appears once [N8]', () => {
  expect(
    cleanPaste(
      '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = c^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>E</span><span>=</span><span>c2</span></span></span>.</p>',
      'ltr',
    ),
  ).toBe('<p>So E = c^2.</p>');
});

test.each([
  [
    '<pre><div>python<button>Copy code</button></div><div dir="ltr"><code><span>def</span> f():\n    return 1\n</code></div></pre>',
    'def f():\n    return 1\n',
  ],
  ['<pre><span>npm</span> test<br>npm start</pre>', 'npm test\nnpm start'],
  ['<pre><code><div>a {</div><div>  b\n</div><div>}</div></code></pre>', 'a {\n  b\n}'],
])('code stays one block, without caption, button and colours: %s [N8]', (pasted, code) => {
  expect(cleanPaste(pasted, 'ltr')).toBe(`<pre><code>${code}</code></pre>`);
});

test('a heading in a list item becomes a bold line of the item [N8]', () => {
  expect(cleanPaste('<ul><li><h3>First</h3><p>text</p></li></ul>', 'ltr')).toBe(
    '<ul><li><p><strong>First</strong></p><p>text</p></li></ul>',
  );
});

test.each([
  'https://www.google.com/url?q=https%3A%2F%2Fexample.com%2Fa&sa=D',
  'https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=05%7C01%7Cmona%40midan.example',
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2Fa&h=AT0',
  'https://l.instagram.com/?u=https%3A%2F%2Fexample.com%2Fa&e=AT0',
])('a link keeps its target, without the redirect that tells who copied it: %s [N8]', (href) => {
  expect(cleanPaste(`<p><a href="${href.replaceAll('&', '&amp;')}">a</a></p>`, 'ltr')).toBe(
    '<p><a href="https://example.com/a">a</a></p>',
  );
});

test('text from another site’s editor keeps its headings, and its pictures count as lost [N8]', () => {
  expect(
    cleanPaste('<h1 data-pm-slice="1 1 []">Title</h1><p>Text</p><img src="https://cdn.example/x.png">', 'ltr'),
  ).toBe('<h2 data-pm-slice="1 1 []">Title</h2><p>Text</p>');
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
