// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callJson, type Outcome } from '../../../../_session/json-call';
import { useContent, type Values } from './use-content';

vi.mock('../../../../_session/json-call', () => ({ callJson: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const asked = vi.mocked(callJson);
const begun: Values = { en: { title: 'Before' } };
const sent: Values = { en: { title: 'Sent' } };
const later: Values = { en: { title: 'Typed meanwhile' } };
const url = '/api/admin/content/home-page.hero';

let root: Root;
let content: ReturnType<typeof useContent>;
let answer: (outcome: Outcome) => Promise<void>;

function Probe({ onRender }: { onRender: (shown: typeof content) => void }) {
  onRender(useContent('home-page.hero', 'hala', { version: 3, values: begun }));
  return null;
}

const remember = (shown: typeof content) => {
  content = shown;
};
const stored = (version: number, values: Values): Outcome => ({ ok: true, answer: { version, values } });
const copy = () => JSON.parse(localStorage.getItem('content:hala:home-page.hero') ?? 'null') as { version: string; value: Values } | null;
const type = (values: Values) => act(() => content.change(values));
const press = (work: () => Promise<unknown>) => act(async () => void work());

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.resetAllMocks();
  localStorage.clear();
  asked.mockImplementation(() => new Promise((resolve) => {
    answer = (outcome) => act(async () => resolve(outcome));
  }));
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe onRender={remember} />));
});
afterEach(() => act(() => root.unmount()));

test('N5 what is typed while a draft is saved stays on the screen and in the browser, over the saved version', async () => {
  type(sent);
  await press(() => content.save());
  type(later);
  await answer(stored(4, sent));
  expect([content.value, content.dirty, content.base, copy()]).toEqual([later, true, '4', { version: '4', value: later }]);
  await press(() => content.save());
  expect(asked).toHaveBeenLastCalledWith({ method: 'PUT', url, body: { version: 4, values: later } });
  await answer(stored(5, later));
  expect([content.dirty, content.done, copy()]).toEqual([false, 'saved', null]);
});

test('N5 what is typed while a page is published stays; what was sent is what is published', async () => {
  type(sent);
  await press(() => content.publish());
  await answer(stored(4, sent));
  expect(asked).toHaveBeenLastCalledWith({ method: 'POST', url: `${url}/publish`, body: { version: 4 } });
  type(later);
  await answer(stored(4, sent));
  expect([content.value, content.dirty, content.done, copy()?.value]).toEqual([later, true, 'published', later]);
});

test('N5 without anything typed meanwhile the form shows what the server stored, and the copy goes', async () => {
  type(sent);
  await press(() => content.publish());
  await answer(stored(4, sent));
  const cleaned: Values = { en: { title: 'Cleaned' } };
  await answer(stored(4, cleaned));
  expect([content.value, content.dirty, copy()]).toEqual([cleaned, false, null]);
});

test('N5 a decision about changed files leaves what is typed and not saved', async () => {
  type(sent);
  await press(() => content.decide('restore'));
  await answer(stored(4, begun));
  expect([content.value, content.dirty, content.base, content.done, content.beganFrom, copy()]).toEqual([sent, true, '4', 'published', null, { version: '4', value: sent }]);
});

test('opens the tab of a preview while the button is pressed, and leads it on when the address is there [N5]', async () => {
  const tab = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as never);
  await press(() => content.preview('en'));
  expect([open.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1]);
  await answer({ ok: true, answer: { url: '/en/home?preview=1' } });
  expect([tab.location.replace.mock.calls, tab.opener, content.blockedPreview]).toEqual([[['/en/home?preview=1']], null, null]);
});

test('gives the address of a preview whose tab the browser blocked, and closes the tab of one that was refused [N5]', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await press(() => content.preview('en'));
  await answer({ ok: true, answer: { url: '/en/home?preview=1' } });
  expect(content.blockedPreview).toBe('/en/home?preview=1');
  const close = vi.fn();
  open.mockReturnValue({ close } as never);
  await press(() => content.preview('en'));
  await answer({ ok: false, status: 403, key: 'forbidden', title: '', errors: {} });
  expect([close.mock.calls.length, content.blockedPreview]).toEqual([1, null]);
});
