// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '@/components/admin/documents/use-draft';
import { callJson, type Outcome } from '@/components/session/json-call';
import { useContent } from './use-content';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: vi.fn(),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const asked = vi.mocked(callJson);
const initialText: JsonObject = { en: { title: 'Before' } };
const sent: JsonObject = { en: { title: 'Sent' } };
const later: JsonObject = { en: { title: 'Typed during the save' } };
const url = '/api/admin/content/home-page.hero';

let root: Root;
let content: ReturnType<typeof useContent>;
let answer: (outcome: Outcome) => Promise<void>;

function Probe({ onRender }: { onRender: (shown: typeof content) => void }) {
  onRender(useContent('home-page.hero', 'hala', { version: 3, values: initialText }));
  return null;
}

const remember = (shown: typeof content) => {
  content = shown;
};
const createOutcome = (version: number, values: JsonObject): Outcome => ({ ok: true, answer: { version, values } });
const copy = () =>
  JSON.parse(localStorage.getItem('content:hala:home-page.hero') ?? 'null') as {
    version: string;
    value: JsonObject;
  } | null;
const type = (values: JsonObject) => act(() => content.change(values));
const press = (work: () => Promise<unknown>) => act(async () => void work());

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.resetAllMocks();
  localStorage.clear();
  asked.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = (outcome) => act(async () => resolve(outcome));
      }),
  );
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe onRender={remember} />));
});
afterEach(() => act(() => root.unmount()));

test('text typed while a draft is being saved stays on screen and in the browser, based on the saved version [N5]', async () => {
  type(sent);
  await press(() => content.save());
  type(later);
  await answer(createOutcome(4, sent));
  expect([content.draft.value, content.draft.isDirty, content.draft.saved.version, copy()]).toEqual([
    later,
    true,
    '4',
    { version: '4', value: later },
  ]);
  await press(() => content.save());
  expect(asked).toHaveBeenLastCalledWith({ method: 'PUT', url, body: { version: 4, values: later } });
  await answer(createOutcome(5, later));
  expect([content.draft.isDirty, content.done, copy()]).toEqual([false, 'saved', null]);
});

test('text typed while a page is being published is kept, and only what was sent is published [N5]', async () => {
  type(sent);
  await press(() => content.publish());
  await answer(createOutcome(4, sent));
  expect(asked).toHaveBeenLastCalledWith({ method: 'POST', url: `${url}/publish`, body: { version: 4 } });
  type(later);
  await answer(createOutcome(4, sent));
  expect([content.draft.value, content.draft.isDirty, content.done, copy()?.value]).toEqual([
    later,
    true,
    'published',
    later,
  ]);
});

test('the form shows what the server stored and deletes its copy if nothing was typed during the call [N5]', async () => {
  type(sent);
  await press(() => content.publish());
  await answer(createOutcome(4, sent));
  const cleaned: JsonObject = { en: { title: 'Cleaned' } };
  await answer(createOutcome(4, cleaned));
  expect([content.draft.value, content.draft.isDirty, copy()]).toEqual([cleaned, false, null]);
});

test('a decision about changed files keeps unsaved text [N5]', async () => {
  type(sent);
  await press(() => content.decide('restore'));
  await answer(createOutcome(4, initialText));
  expect([
    content.draft.value,
    content.draft.isDirty,
    content.draft.saved.version,
    content.done,
    content.draft.baseValue,
    copy(),
  ]).toEqual([sent, true, '4', 'published', null, { version: '4', value: sent }]);
});

test('opens the preview’s tab during the click and navigates it once the address is known [N5]', async () => {
  const tab = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as never);
  await press(() => content.preview('en'));
  expect([open.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1]);
  await answer({ ok: true, answer: { url: '/en/home?preview=1' } });
  expect([tab.location.replace.mock.calls, tab.opener, content.blockedPreview]).toEqual([
    [['/en/home?preview=1']],
    null,
    null,
  ]);
});

test('shows the preview’s address if the browser blocked its tab, and closes the tab if the preview is refused [N5]', async () => {
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
