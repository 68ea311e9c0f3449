// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackListeners } from '@/tests/support/listeners';
import { refuseStorage } from '@/tests/support/storage';
import { CookieSettings } from './cookie-settings';
import { ConsentQuestion } from './visit-measurement';
import { startVisits } from './visit-script';

const labels = {
  settings: 'settings',
  text: 'text',
  yes: 'yes',
  no: 'no',
  counted: 'counted',
  not_counted: 'not counted',
  close: 'close',
};
const beginPage = trackListeners();
let root: Root;
let cookies: string[];

const findButton = (scope: ParentNode | null | undefined, name: string) =>
  [...(scope?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name)!;
const findDialog = () => document.querySelector('dialog');
const choose = (name: string) => act(() => findButton(findDialog(), name).click());
const isSilent = () => window['ga-disable-G-1'] === true;

const countScripts = () => vi.mocked(document.head.append).mock.calls.length;

async function agree(): Promise<void> {
  await act(async () => {
    findButton(document.querySelector('section'), 'yes').click();
    await vi.dynamicImportSettled();
  });
}

async function openSettings(): Promise<void> {
  await act(async () => {
    findButton(document.querySelector('footer'), 'settings').click();
    await vi.dynamicImportSettled();
  });
}

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
  delete window.dataLayer;
  delete (window as Partial<Window>)['ga-disable-G-1'];
  cookies = [];
  vi.stubGlobal('location', new URL('https://www.midan.example/en/home'));
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('signed_in=1; _ga=GA1.1; _ga_G1=GS1; _gaze=x');
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => void cookies.push(text));
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  beginPage();
  startVisits('G-1');
  const place = document.body.appendChild(document.createElement('footer'));
  root = createRoot(place);
  act(() =>
    root.render(
      <>
        <CookieSettings labels={labels} />
        <ConsentQuestion labels={{ ...labels, title: 'question' }} />
      </>,
    ),
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('withdrawing consent in the footer stops all measurement and deletes its cookies [O3]', async () => {
  await agree();
  expect([countScripts(), isSilent()]).toEqual([1, false]);
  await openSettings();
  expect([
    findDialog()?.open,
    findDialog()?.textContent,
    findButton(findDialog(), 'yes').getAttribute('aria-pressed'),
  ]).toEqual([true, expect.stringContaining('textcounted'), 'true']);
  choose('no');
  expect([findDialog()?.open, isSilent(), localStorage.getItem('visit-measurement')]).toEqual([false, true, 'no']);
  expect(cookies).toEqual(
    ['_ga', '_ga_G1'].flatMap((name) =>
      ['', '; domain=www.midan.example', '; domain=midan.example', '; domain=example'].map(
        (domain) => `${name}=; path=/; max-age=0${domain}`,
      ),
    ),
  );
  await openSettings();
  expect([findDialog()?.textContent, findButton(findDialog(), 'no').getAttribute('aria-pressed')]).toEqual([
    expect.stringContaining('textnot counted'),
    'true',
  ]);
  choose('yes');
  await vi.dynamicImportSettled();
  expect([isSilent(), countScripts()]).toEqual([false, 1]);
});

test('withdrawing consent in another tab stops measurement in this tab too [O3]', async () => {
  await agree();
  localStorage.setItem('visit-measurement', 'no');
  act(() => void window.dispatchEvent(new Event('storage')));
  expect(isSilent()).toBe(true);
});

test('the settings also answer the consent question if it is still open [O3]', async () => {
  await openSettings();
  expect(findDialog()?.textContent).toContain('not counted');
  choose('no');
  expect([document.querySelector('section')?.hidden, window.dataLayer]).toEqual([true, undefined]);
});

test('a browser that blocks storage is asked on each page, and the answer lasts as long as the page [O3]', () => {
  refuseStorage();
  act(() => findButton(document.querySelector('section'), 'no').click());
  expect([document.querySelector('section')?.hidden, window.dataLayer]).toEqual([true, undefined]);
});
