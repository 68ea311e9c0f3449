// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage, refuseStorage } from '@/tests/support/storage';
import { headScript } from './head-script';
import { DocumentState } from './document-state';

vi.mock('next/navigation', () => ({ usePathname: () => '/ar/home' }));

const runHeadScript = () => {
  new Function(headScript)();
};

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

test('the chosen theme also applies to a new document [B2]', () => {
  vi.stubGlobal('localStorage', memoryStorage({ theme: 'dark' }));
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
  const opened = () => [...document.querySelectorAll('[data-open]')].map(({ id }) => id);
  const after = (pressed: Element | null | undefined) => {
    (pressed as HTMLElement).click();
    return opened();
  };
  expect([
    after(menuButton),
    after(languageButton),
    after(languageButton),
    after(menuButton),
    after(document.body),
  ]).toEqual([['menu'], ['languages'], [], ['menu'], []]);
});

test('a form without an action is left to React; a form with one is submitted by the browser [O7]', () => {
  document.body.innerHTML = '<form></form><form action="/auth/login" method="post"></form>';
  runHeadScript();
  const isSent = (form: HTMLFormElement) =>
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect([...document.forms].map(isSent)).toEqual([false, true]);
});
