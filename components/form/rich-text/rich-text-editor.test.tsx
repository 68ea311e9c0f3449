// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FormLabels } from '@/components/form/form-labels';
import { RichTextEditor } from './rich-text-editor';

const names = new Proxy({}, { get: (_target, name) => String(name) });
const labels = { labels: {}, picker: names, rich: names } as unknown as FormLabels;
const onChange = vi.fn();
const onLost = vi.fn();
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.clearAllMocks();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const show = async (html: string) => {
  await act(async () =>
    root.render(
      <RichTextEditor
        html={html}
        lang="ar"
        labels={labels}
        lessons={[{ courseSlug: 'a', courseTitle: 'A', name: 'B' }]}
        labelledBy="l"
        describedBy="d"
        isWrong={false}
        onChange={onChange}
        onLost={onLost}
      />,
    ),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
};
const findButton = (name: string) => place.querySelector<HTMLButtonElement>(`[role=toolbar] [aria-label=${name}]`)!;
const press = (name: string) =>
  act(async () => {
    findButton(name).click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test('the toolbar shows the active formats, changes the text and is one tab stop [N8]', async () => {
  await show('<h2>عنوان</h2>');
  expect(place.querySelector('[role=textbox]')?.getAttribute('dir')).toBe('rtl');
  expect([
    findButton('heading2').getAttribute('aria-pressed'),
    findButton('quote').getAttribute('aria-pressed'),
    findButton('undo').getAttribute('aria-disabled'),
  ]).toEqual(['true', 'false', 'true']);
  expect(place.querySelectorAll('[role=toolbar] [tabindex="0"]')).toHaveLength(1);
  await press('heading3');
  expect(onChange).toHaveBeenLastCalledWith('<h3>عنوان</h3>');
  await press('undo');
  expect(onChange).toHaveBeenLastCalledWith('<h2>عنوان</h2>');
});

test('opening a text or replacing it from outside does not count as a change [N8]', async () => {
  await show('<ul><li>واحد</li></ul>');
  await show('<p>من محرر آخر</p>');
  expect(place.querySelector('[role=textbox]')?.textContent).toBe('من محرر آخر');
  expect([onChange.mock.calls, onLost.mock.calls]).toEqual([[], []]);
});

test('a text with unknown markup switches back to the HTML field [N8]', async () => {
  await show('<figure><pre>x</pre></figure>');
  expect(onLost).toHaveBeenCalledWith(['figure']);
});

const paste = (data: Readonly<Record<string, string>>, files: readonly File[] = []) =>
  act(async () => {
    const clipboardData = { types: Object.keys(data), files, getData: (type: string) => data[type] ?? '' };
    place
      .querySelector('[role=textbox]')!
      .dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test('pasted text keeps the direction of its first paragraph, even in an empty editor [N8]', async () => {
  await show('');
  await paste({ 'text/html': '<p dir="ltr">First</p><p dir="ltr">Second</p>' });
  expect(onChange).toHaveBeenLastCalledWith('<p dir="ltr">First</p><p dir="ltr">Second</p>');
});

test('a vertical tab, which Word and PowerPoint write for a line break, separates words in pasted text [N8]', async () => {
  await show('');
  await paste({ 'text/plain': 'one\u000btwo\u2028three' });
  expect(onChange).toHaveBeenLastCalledWith('<p>one</p><p>two</p><p>three</p>');
});

test.each([
  ['as part of a text', { 'text/html': '<p>Text <img src="https://docs.example/a.png"></p>' }, []],
  ['as a file', {}, [new File(['x'], 'a.png', { type: 'image/png' })]],
])('a picture pasted %s is left out and reported [N8]', async (_, data, files) => {
  await show('<p>كلمة</p>');
  expect(place.querySelector('[role=status]')?.textContent).toBe('');
  await paste(data as Record<string, string>, files);
  expect(place.querySelector('[role=status]')?.textContent).toBe('picture_lost');
});

test('the toolbar keeps every button while no picture is selected, so that its tab stop cannot vanish [N8]', async () => {
  await show('<p>كلمة</p>');
  const alt = findButton('alt');
  expect(alt.getAttribute('aria-disabled')).toBe('true');
  findButton('undo').focus();
  await act(async () =>
    findButton('undo').dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true })),
  );
  expect([document.activeElement, alt.tabIndex]).toEqual([alt, 0]);
  await press('alt');
  expect(place.querySelector('dialog[open]')).toBeNull();
});

test('pasted names keep their underscores and asterisks; a pasted address becomes a link [N8]', async () => {
  const text = 'The __init__ and _private_ names, 2 *3* 4, ~~10~~';
  await show('');
  await paste({ 'text/plain': text });
  expect(onChange).toHaveBeenLastCalledWith(`<p>${text}</p>`);
  await show('<p></p>');
  await paste({ 'text/html': `<p>${text}</p>` });
  expect(onChange.mock.calls.at(-1)?.[0]).toContain(text);
  await paste({ 'text/plain': ' https://example.com/a_b_c ' });
  expect(onChange.mock.calls.at(-1)?.[0]).toContain('<a href="https://example.com/a_b_c">');
});
