// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LanguageMenu } from './language-menu';

let pathname = '';
const push = vi.fn();
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => pathname,
  useRouter: () => ({ push }),
}));

const choices = ['ar', 'en', 'de'].map((value) => ({ name: value, value, flag: value }));
let root: Root;

function open(path: string, inLanguages: readonly string[]): void {
  pathname = path;
  act(() => root.render(<LanguageMenu current="en" languages={choices} label="Language" listLabel="All articles" />));
  document.head.innerHTML = inLanguages
    .map((lang) => `<link rel="alternate" hreflang="${lang}" href="/${lang}">`)
    .join('');
  act(() => void document.getElementById('languages')?.dispatchEvent(new Event('beforetoggle')));
}

const listLinks = () =>
  [...document.querySelectorAll('#languages a')].map((link) => [
    link.getAttribute('href'),
    link.querySelector('small')?.textContent,
  ]);

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  root = createRoot(document.body.appendChild(document.createElement('header')));
});

afterEach(() => {
  act(() => root.unmount());
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('a language without the article links to its list and says so, also after a client-side navigation [B3]', () => {
  open('/en/articles/everywhere', ['ar', 'en', 'de', 'x-default']);
  expect(listLinks()).toEqual([
    ['/ar/articles/everywhere', undefined],
    ['/en/articles/everywhere', undefined],
    ['/de/articles/everywhere', undefined],
  ]);
  open('/en/articles/english-alone', []);
  expect(listLinks()).toEqual([
    ['/ar/articles', 'All articles'],
    ['/en/articles/english-alone', undefined],
    ['/de/articles', 'All articles'],
  ]);
  open('/en/articles', []);
  expect(listLinks()).toEqual([
    ['/ar/articles', undefined],
    ['/en/articles', undefined],
    ['/de/articles', undefined],
  ]);
  open('/en/articles/two', ['en', 'de']);
  expect(listLinks()).toEqual([
    ['/ar/articles', 'All articles'],
    ['/en/articles/two', undefined],
    ['/de/articles/two', undefined],
  ]);
});

test('while the head script stops links because the visitor is offline, the menu does not leave the page [B17]', () => {
  open('/en/about', []);
  const link = document.querySelector<HTMLElement>('#languages a[lang=de]')!;
  const stop = (event: Event) => event.preventDefault();
  document.addEventListener('click', stop, true);
  act(() => link.click());
  expect(push).not.toHaveBeenCalled();
  document.removeEventListener('click', stop, true);
  act(() => link.click());
  expect(push).toHaveBeenCalledExactlyOnceWith('/de/about');
});

test('the menu of a missing article links to the languages listed on the page, and to the list in the others [B3, C12]', () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<main><a rel="alternate" hreflang="ar" href="/ar/articles/arabic-alone"></a></main>',
  );
  open('/en/articles/arabic-alone', []);
  expect(listLinks()).toEqual([
    ['/ar/articles/arabic-alone', undefined],
    ['/en/articles/arabic-alone', undefined],
    ['/de/articles', 'All articles'],
  ]);
});
