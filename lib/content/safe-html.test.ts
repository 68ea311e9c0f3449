import { expect, test } from 'vitest';
import { safeHtml, textOfHtml } from './safe-html';

const cleanParagraph = (attributes: string) => safeHtml(`<p ${attributes}><a href="/ar/home">x</a></p>`);

test('a lesson preview accepts a course slug and nothing else [N8, X17]', () => {
  expect(cleanParagraph('data-lesson-preview="nextjs-from-zero"')).toBe(
    '<p data-lesson-preview="nextjs-from-zero"><a href="/ar/home">x</a></p>',
  );
  for (const hostile of ['"><script>x()</script>', '../../etc', 'A b', 'x" onclick="x()', 'x\n', '-', '']) {
    expect(cleanParagraph(`data-lesson-preview='${hostile}'`), hostile).toBe('<p><a href="/ar/home">x</a></p>');
  }
});

test('removes the attribute from other elements, and other data attributes everywhere [N8, X17]', () => {
  expect(
    safeHtml(
      '<div data-lesson-preview="a">x</div><h2 data-lesson-preview="a" data-x="1">y</h2><p data-course="a" style="color:red" class="x" onclick="x()">z</p>',
    ),
  ).toBe('x<h2>y</h2><p>z</p>');
});

test('keeps the direction of each block [N8]', () => {
  expect(safeHtml('<p dir="rtl">x <code dir="ltr">y</code></p><pre dir="ltr"><code>z</code></pre>')).toBe(
    '<p dir="rtl">x <code dir="ltr">y</code></p><pre dir="ltr"><code>z</code></pre>',
  );
});

test('plain text separates a heading from what follows, and an empty heading gives no text [N19]', () => {
  expect(textOfHtml('<h2>When you need an app</h2><p>If a customer comes back.</p><h3>Why?</h3><p>Because.</p>')).toBe(
    'When you need an app: If a customer comes back. Why? Because.',
  );
  expect(textOfHtml('<h2></h2><p> </p>')).toBe('');
});

test('removes ids that the page around the text uses, and keeps others for links within the text [X17]', () => {
  expect(
    safeHtml(
      '<h2 id="content">a</h2><a id="menu" href="#part">b</a><p id="footer-newsletter-address">c</p><p id="part">d</p>',
    ),
  ).toBe('<h2>a</h2><a href="#part">b</a><p>c</p><p id="part">d</p>');
});
