// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { trackListeners } from '@/tests/support/listeners';
import { createMemoryStorage, refuseStorage } from '@/tests/support/storage';
import { DocumentState } from './document-state';
import { headScript } from './head-script';

vi.mock('next/navigation', () => ({ usePathname: () => '/ar/home' }));

const beginPage = trackListeners();
const runHeadScript = () => {
  beginPage();
  new Function(headScript)();
};

function show(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<DocumentState />));
  act(() => root.unmount());
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
  delete window.reactListens;
  delete window.earlyPresses;
});

test('the chosen theme also applies to a new document [B2]', () => {
  vi.stubGlobal('localStorage', createMemoryStorage({ theme: 'dark' }));
  show();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('a browser that blocks storage shows the page in the system’s theme [B2]', () => {
  refuseStorage();
  expect(runHeadScript).not.toThrow();
  expect(show).not.toThrow();
  expect(document.documentElement.dataset).toMatchObject({ auth: 'none' });
});

test('a menu in a browser without popovers opens and closes by its button, and closes on a click elsewhere [B1, B3]', () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  document.body.innerHTML =
    '<button popovertarget="menu"></button><nav id="menu" popover="auto"><a></a></nav><ul id="languages" popover="auto"></ul><button popovertarget="languages"></button>';
  runHeadScript();
  const [menuButton, languageButton] = document.querySelectorAll('button');
  const openMenuIds = () => [...document.querySelectorAll('[data-open]')].map(({ id }) => id);
  const pressAndRead = (pressed: Element | null | undefined) => {
    (pressed as HTMLElement).click();
    return openMenuIds();
  };
  expect([
    pressAndRead(menuButton),
    pressAndRead(languageButton),
    pressAndRead(languageButton),
    pressAndRead(menuButton),
    pressAndRead(document.body),
  ]).toEqual([['menu'], ['languages'], [], ['menu'], []]);
});

test('a form without an action is left to React; a form with one is submitted by the browser [O7]', () => {
  document.body.innerHTML = '<form></form><form action="/auth/login" method="post"></form>';
  runHeadScript();
  const isSent = (form: HTMLFormElement) =>
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect([...document.forms].map(isSent)).toEqual([false, true]);
});

test('while the visitor is offline, a form stays on its page with what was typed [B17]', () => {
  document.body.innerHTML = '<form action="/en/payment"><input value="SUMMER"></form>';
  runHeadScript();
  const isSent = () => document.forms[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(isSent()).toBe(false);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  expect(isSent()).toBe(true);
});

test('replays a press from before React loaded once, unless the button works without React [A5]', () => {
  document.body.innerHTML =
    '<button type="button">save</button><button type="button" popovertarget="menu">menu</button><button type="button" data-changes-theme="">theme</button>';
  runHeadScript();
  const [save, menu, theme] = [...document.querySelectorAll('button')];
  for (const button of [save, save, menu, theme]) button?.click();
  const pressed: string[] = [];
  document.body.addEventListener('click', ({ target }) => void pressed.push((target as Element).textContent));
  vi.useFakeTimers();
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<DocumentState />));
  vi.advanceTimersByTime(1);
  expect(pressed).toEqual(['save']);
  save?.click();
  expect([pressed, window.earlyPresses?.size]).toEqual([['save', 'save'], 0]);
  act(() => root.unmount());
});

test('a button pressed while React hydrates the page is pressed once [A5]', async () => {
  let presses = 0;
  const page = (
    <>
      <DocumentState />
      <button type="button" onClick={() => (presses += 1)} />
    </>
  );
  document.body.innerHTML = `<div>${renderToString(page)}</div>`;
  runHeadScript();
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
  const root = hydrateRoot(document.body.firstElementChild!, page);
  document.querySelector('button')?.click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(presses).toBe(1);
  root.unmount();
});

test('a link to a field inside folded records opens them and focuses the field [A11, N5]', () => {
  document.body.innerHTML =
    '<a href="#title">Title</a><details><details><input id="title"></details></details><details></details>';
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<DocumentState />));
  document.querySelector('a')!.click();
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, true, false]);
  expect(document.activeElement?.id).toBe('title');
  act(() => root.unmount());
});

test('the header keeps its scrolled look on the next page until that page is scrolled [B4]', () => {
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  const looksScrolled = () => 'scrolled' in document.documentElement.dataset;
  const scrollTo = (top: number) => {
    vi.stubGlobal('scrollY', top);
    window.dispatchEvent(new Event('scroll'));
    return looksScrolled();
  };
  vi.stubGlobal('scrollY', 0);
  runHeadScript();
  expect([looksScrolled(), scrollTo(30), scrollTo(31)]).toEqual([false, false, true]);
  delete document.documentElement.dataset.scrolled;
  vi.stubGlobal('scrollY', 0);
  runHeadScript();
  expect([looksScrolled(), scrollTo(0), scrollTo(40), scrollTo(0)]).toEqual([true, true, true, false]);
});

test('a language chosen before React has loaded is stored and keeps query and anchor, but not for another page [A1, B3]', () => {
  vi.stubGlobal('location', new URL('https://site.example/ar/articles/one?q=x#end'));
  const cookies: string[] = [];
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void cookies.push(text));
  document.body.innerHTML =
    '<ul id="languages"><li><a hreflang="en" href="https://site.example/en/articles/one">E</a></li><li><a hreflang="de" href="https://site.example/de/articles">D</a></li></ul>';
  runHeadScript();
  const links = [...document.querySelectorAll('a')];
  for (const link of links) {
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
  }
  expect(links.map(({ href }) => href)).toEqual([
    'https://site.example/en/articles/one?q=x#end',
    'https://site.example/de/articles',
  ]);
  expect(cookies).toEqual(
    ['en', 'de'].map((lang) => `NEXT_LOCALE=${lang}; Path=/; Max-Age=31536000; SameSite=Lax; Secure`),
  );
});

test('a change of language, which replaces the document, keeps the header’s scrolled look [B4]', () => {
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  vi.stubGlobal('scrollY', 200);
  runHeadScript();
  delete document.documentElement.dataset.scrolled;
  document.dispatchEvent(new Event('navigated'));
  expect('scrolled' in document.documentElement.dataset).toBe(true);
  vi.stubGlobal('scrollY', 0);
  window.dispatchEvent(new Event('scroll'));
  expect('scrolled' in document.documentElement.dataset, 'after the router scrolled to the top').toBe(true);
});

test('an article counts its view once without React, also after a client-side navigation [C12]', () => {
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    calls.push([method, url]);
    return Promise.resolve(new Response());
  });
  document.body.innerHTML = '<span hidden data-counts-view="/api/blog/one/view"></span>';
  runHeadScript();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  document.dispatchEvent(new Event('navigated'));
  document.body.insertAdjacentHTML('beforeend', '<span hidden data-counts-view="/api/blog/two/view"></span>');
  document.dispatchEvent(new Event('navigated'));
  expect(calls).toEqual([
    ['POST', '/api/blog/one/view'],
    ['POST', '/api/blog/two/view'],
  ]);
});
