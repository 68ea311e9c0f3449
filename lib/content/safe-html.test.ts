import { expect, test } from 'vitest';
import { safeHtml, textOfHtml } from './safe-html';

const lesson = (attributes: string) => safeHtml(`<p ${attributes}><a href="/ar/home">x</a></p>`);

test('N8 X17 a lesson of a course is named by its slug, and by nothing else', () => {
  expect(lesson('data-lesson-preview="nextjs-from-zero"')).toBe('<p data-lesson-preview="nextjs-from-zero"><a href="/ar/home">x</a></p>');
  for (const hostile of ['"><script>x()</script>', '../../etc', 'A b', 'x" onclick="x()', 'x\n', '-', '']) {
    expect(lesson(`data-lesson-preview='${hostile}'`), hostile).toBe('<p><a href="/ar/home">x</a></p>');
  }
});

test('N8 X17 the attribute stands on no other element, and other data attributes nowhere', () => {
  expect(safeHtml('<div data-lesson-preview="a">x</div><h2 data-lesson-preview="a" data-x="1">y</h2><p data-course="a" style="color:red" class="x" onclick="x()">z</p>')).toBe('x<h2>y</h2><p>z</p>');
});

test('N8 direction by block stays', () => {
  expect(safeHtml('<p dir="rtl">x <code dir="ltr">y</code></p><pre dir="ltr"><code>z</code></pre>')).toBe('<p dir="rtl">x <code dir="ltr">y</code></p><pre dir="ltr"><code>z</code></pre>');
});

test('N19 a heading and what follows are told apart in the text alone, and an empty heading says nothing', () => {
  expect(textOfHtml('<h2>When you need an app</h2><p>If a customer comes back.</p><h3>Why?</h3><p>Because.</p>')).toBe('When you need an app: If a customer comes back. Why? Because.');
  expect(textOfHtml('<h2></h2><p> </p>')).toBe('');
});
