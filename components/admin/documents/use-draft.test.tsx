// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Outcome } from '@/components/session/json-call';
import { type Draft, type SavedVersion, useDraft } from './use-draft';

let root: Root;
let draft: Draft<string>;
const save = vi.fn<(value: string, version: string) => Promise<Outcome<SavedVersion<string>>>>();
const load = vi.fn<() => Promise<Outcome<SavedVersion<string>>>>();

interface ProbeProps {
  userId: string;
  initial: SavedVersion<string>;
  onRender: (shown: typeof draft) => void;
}

function Probe({ userId, initial, onRender }: ProbeProps) {
  onRender(useDraft<string>({ key: `content:${userId}:home-page.hero`, initial, save, load }));
  return null;
}

const remember = (shown: typeof draft) => {
  draft = shown;
};
const render = (version: string, value: string, userId = 'hala') =>
  act(() => root.render(<Probe userId={userId} initial={{ version, value }} onRender={remember} />));
const open = (userId?: string) => {
  root = createRoot(document.createElement('div'));
  render('3', 'On the server', userId);
};
const closeTab = () => {
  act(() => root.unmount());
  sessionStorage.clear();
};
const createOutcome = (version: string, value: string): Outcome<SavedVersion<string>> => ({
  ok: true,
  answer: { version, value },
});
const conflict: Outcome<never> = { ok: false, status: 409, key: 'conflict', title: '', errors: {} };
const send = () => act(async () => void (await draft.save()));

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.resetAllMocks();
  localStorage.clear();
});

test('a draft survives a closed tab with its base version, is hidden from other users and is removed once saved [N5]', async () => {
  open();
  act(() => draft.change('Typed'));
  closeTab();
  open('nour');
  expect(draft).toMatchObject({ value: 'On the server', isDirty: false, isRestored: false });
  closeTab();
  open();
  expect(draft).toMatchObject({
    value: 'Typed',
    saved: { version: '3' },
    baseValue: 'On the server',
    isDirty: true,
    isRestored: true,
  });
  save.mockResolvedValue(createOutcome('4', 'Typed'));
  await send();
  closeTab();
  open();
  expect(draft).toMatchObject({ value: 'On the server', isDirty: false, isRestored: false });
  closeTab();
});

test('text typed during a call is kept and based on the version in its answer [N5]', async () => {
  open();
  act(() => draft.change('Sent'));
  act(() => draft.change('Typed during the save'));
  await act(async () => void (await draft.finishSave('Sent', createOutcome('4', 'Stored'))));
  expect(draft).toMatchObject({
    value: 'Typed during the save',
    saved: { version: '4' },
    baseValue: 'Stored',
    isDirty: true,
  });
  closeTab();
  open();
  expect(draft).toMatchObject({
    value: 'Typed during the save',
    saved: { version: '4' },
    baseValue: null,
    isDirty: true,
    isRestored: true,
  });
  await act(async () => void (await draft.finishSave('Typed during the save', createOutcome('5', 'Stored'))));
  expect(draft).toMatchObject({ value: 'Stored', saved: { version: '5' }, isDirty: false, isRestored: false });
  closeTab();
});

test('text that is typed back to the saved one is not kept [N5]', () => {
  open();
  act(() => draft.change('Typed'));
  act(() => draft.change('On the server'));
  expect([draft.isDirty, localStorage.length]).toEqual([false, 0]);
  closeTab();
});

test('a conflict keeps what the admin typed and lets them save it over the other version [N10, N11, O7]', async () => {
  open();
  act(() => draft.change('Mine'));
  save.mockResolvedValue(conflict);
  load.mockResolvedValue(createOutcome('4', 'Theirs'));
  await send();
  expect(draft).toMatchObject({ value: 'Mine', saved: { version: '3' }, theirs: { version: '4', value: 'Theirs' } });
  act(() => draft.continueEditing('Mine'));
  expect(draft).toMatchObject({
    value: 'Mine',
    saved: { version: '4', value: 'Theirs' },
    theirs: null,
    outcome: null,
  });
  closeTab();
});

test('a save whose response was lost is no conflict with another editor, and later text is saved over it [N5, N8, N9, O7]', async () => {
  const lost: Outcome<never> = { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
  open();
  act(() => draft.change('First'));
  save.mockResolvedValueOnce(lost).mockResolvedValueOnce(conflict).mockResolvedValueOnce(createOutcome('5', 'Second'));
  load.mockResolvedValue(createOutcome('4', 'First'));
  await send();
  act(() => draft.change('Second'));
  await send();
  expect(save.mock.calls).toEqual([
    ['First', '3'],
    ['Second', '3'],
    ['Second', '4'],
  ]);
  expect(draft).toMatchObject({ value: 'Second', isDirty: false, theirs: null, saved: { version: '5' } });
  closeTab();
});

test('the same text sent again after a lost response is saved without another call [N5, N8, N9, O7]', async () => {
  open();
  act(() => draft.change('First'));
  save.mockResolvedValueOnce({ ...conflict, status: 503, key: 'unavailable' }).mockResolvedValueOnce(conflict);
  load.mockResolvedValue(createOutcome('4', 'First'));
  await send();
  await send();
  expect(save).toHaveBeenCalledTimes(2);
  expect(draft).toMatchObject({ value: 'First', isDirty: false, theirs: null, outcome: { ok: true } });
  closeTab();
});

test('the saved version is the base of the next save [N10, N11, O7]', async () => {
  open();
  save.mockResolvedValue(createOutcome('4', 'Stored'));
  await send();
  await send();
  expect(save).toHaveBeenLastCalledWith('Stored', '4');
  closeTab();
});

test('two saves at once are sent one after the other, each on top of the last [N5]', async () => {
  open();
  save.mockImplementation(async (value, version) => createOutcome(String(Number(version) + 1), value));
  await act(async () => void (await Promise.all([draft.save(), draft.save()])));
  expect(save.mock.calls.map(([, version]) => version)).toEqual(['3', '4']);
  closeTab();
});

test('a saved form shows the stored values and a confirmation, and keeps what is typed during the save [N10, N11, O7]', async () => {
  open();
  act(() => draft.change(' mine '));
  save.mockResolvedValue(createOutcome('4', 'MINE'));
  await send();
  expect(draft).toMatchObject({ value: 'MINE', outcome: { ok: true } });
  act(() => draft.change('MINE, later'));
  render('4', 'MINE');
  expect(draft).toMatchObject({ value: 'MINE, later', saved: { version: '4' }, outcome: { ok: true } });
  closeTab();
});

test('a change made by another button of the page appears in the form, unless the admin has typed there [N10, N11, O7]', () => {
  open();
  render('4', 'Ended');
  expect(draft).toMatchObject({ value: 'Ended', saved: { version: '4' } });
  act(() => draft.change('Mine'));
  render('5', 'Ended twice');
  expect(draft).toMatchObject({ value: 'Mine', saved: { version: '4', value: 'Ended' } });
  closeTab();
});

test('a page that arrives late does not bring back a version that was saved over [O7]', async () => {
  open();
  save.mockResolvedValueOnce(createOutcome('4', 'First')).mockResolvedValueOnce(createOutcome('5', 'Second'));
  await send();
  await send();
  render('4', 'First');
  expect(draft).toMatchObject({ value: 'Second', saved: { version: '5' } });
  closeTab();
});
