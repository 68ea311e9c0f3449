// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { trackListeners } from '@/tests/support/listeners';
import { FollowVisits } from './follow-visits';
import { ConsentQuestion } from './visit-measurement';
import { startVisits } from './visit-script';

const address = vi.hoisted(() => ({ now: '' }));
vi.mock('next/navigation', () => ({ usePathname: () => new URL(address.now).pathname }));

const labels = { title: 'question', text: 'text', yes: 'yes', no: 'no' };
const beginPage = trackListeners();
let root: Root;

function open(url: string): void {
  address.now = url;
  vi.stubGlobal('location', new URL(url));
  act(() =>
    root.render(
      <>
        <ConsentQuestion labels={labels} />
        <FollowVisits measurementId="G-1" />
      </>,
    ),
  );
}

const listCommands = () =>
  (window.dataLayer ?? []).map(
    (command) => Array.from(command as ArrayLike<unknown>) as [string, string, Record<string, unknown>],
  );
const listViews = () =>
  listCommands()
    .filter(([name, event]) => name === 'event' && event === 'page_view')
    .map(([, , { page_location, page_referrer }]) => [page_location, page_referrer]);

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.setItem('visit-measurement', 'yes');
  delete window.dataLayer;
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(
    'https://site.example/en/otpcode/mona@midan.example/123456?from=mail',
  );
  beginPage();
  startVisits('G-1');
  root = createRoot(document.body.appendChild(document.createElement('main')));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('each opened public page sends one view with its address, without query and fragment [O3, X06]', () => {
  open('https://site.example/ar/contact?error=tokenOfAForm#top');
  open('https://site.example/ar/articles?q=what+I+look+for');
  expect(listViews()).toEqual([
    ['https://site.example/ar/contact', 'https://site.example/'],
    ['https://site.example/ar/articles', 'https://site.example/ar/contact'],
  ]);
  expect(listCommands().find(([name]) => name === 'config')?.[2]).toMatchObject({ send_page_view: false });
  expect(JSON.stringify(listCommands())).not.toMatch(/[?#@]|token|123456/);
});

test('leaving the public pages stops measurement [O3, X06]', () => {
  open('https://site.example/en/home');
  expect(window['ga-disable-G-1']).toBe(false);
  act(() => root.render(null));
  expect(window['ga-disable-G-1']).toBe(true);
  open('https://site.example/en/about');
  expect(window['ga-disable-G-1']).toBe(false);
});
