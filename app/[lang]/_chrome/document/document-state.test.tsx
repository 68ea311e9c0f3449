// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage, refuseStorage } from '@/lib/testing/storage';
import { headScript } from './head-script';
import { DocumentState } from './document-state';

vi.mock('next/navigation', () => ({ usePathname: () => '/ar/home' }));

const runHeadScript = () => { new Function(headScript)(); };

function show(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<DocumentState />));
  act(() => root.unmount());
}

afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
});

test('B2 the chosen theme is that of a new document too', () => {
  vi.stubGlobal('localStorage', memoryStorage({ theme: 'dark' }));
  show();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('B2 a browser that refuses its storage has the page, and the theme of its system', () => {
  refuseStorage();
  expect(runHeadScript).not.toThrow();
  expect(show).not.toThrow();
  expect(document.documentElement.dataset).toMatchObject({ auth: 'none' });
});

test('B1 B3 in a browser without popovers a menu opens and closes by its button, and closes by a press elsewhere', () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  document.body.innerHTML = '<button popovertarget="menu"></button><nav id="menu" popover="auto"><a></a></nav><ul id="languages" popover="auto"></ul><button popovertarget="languages"></button>';
  runHeadScript();
  const [menuButton, languageButton] = document.querySelectorAll('button');
  const opened = () => [...document.querySelectorAll('[data-open]')].map(({ id }) => id);
  const after = (pressed: Element | null | undefined) => {
    (pressed as HTMLElement).click();
    return opened();
  };
  expect([after(menuButton), after(languageButton), after(languageButton), after(menuButton), after(document.body)]).toEqual([['menu'], ['languages'], [], ['menu'], []]);
});

test('O7 a form that React sends is not sent by the browser; one with an address is', () => {
  document.body.innerHTML = '<form></form><form action="/auth/login" method="post"></form>';
  runHeadScript();
  const isSent = (form: HTMLFormElement) => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect([...document.forms].map(isSent)).toEqual([false, true]);
});
