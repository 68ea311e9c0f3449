// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test } from 'vitest';
import { useDraft } from './use-draft';

let root: Root;
let draft: ReturnType<typeof useDraft<string>>;

function Probe({ userId, onRender }: { userId: string; onRender: (shown: typeof draft) => void }) {
  onRender(useDraft(`content:${userId}:home-page.hero`, 'On the server', '3'));
  return null;
}

const remember = (shown: typeof draft) => {
  draft = shown;
};
const open = (userId = 'hala') => {
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe userId={userId} onRender={remember} />));
};
/** What a tab keeps for itself goes with it. */
const closeTab = () => {
  act(() => root.unmount());
  sessionStorage.clear();
};

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
});

test('N5 what is typed on a page survives a closed tab, with the version it began from, and is nobody else’s; once saved it is gone', () => {
  open();
  act(() => draft.change('Typed'));
  closeTab();
  open('nour');
  expect(draft).toMatchObject({ value: 'On the server', dirty: false, restored: false });
  closeTab();
  open();
  expect(draft).toMatchObject({ value: 'Typed', base: '3', beganFrom: 'On the server', dirty: true, restored: true });
  act(() => draft.settle('Typed', '4'));
  closeTab();
  open();
  expect(draft).toMatchObject({ value: 'On the server', dirty: false, restored: false });
  closeTab();
});

test('N5 what is typed while a call is on its way stays, over the version that its answer brings', () => {
  open();
  act(() => draft.change('Sent'));
  act(() => draft.change('Typed meanwhile'));
  act(() => draft.accept('Sent', 'Stored', '4'));
  expect(draft).toMatchObject({ value: 'Typed meanwhile', base: '4', beganFrom: 'Stored', dirty: true });
  closeTab();
  open();
  expect(draft).toMatchObject({ value: 'Typed meanwhile', base: '4', beganFrom: null, dirty: true, restored: true });
  act(() => draft.accept('Typed meanwhile', 'Stored', '5'));
  expect(draft).toMatchObject({ value: 'Stored', base: '5', dirty: false, restored: false });
  closeTab();
});
