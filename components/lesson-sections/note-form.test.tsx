// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { NoteForm } from '@/components/lesson-sections/note-form';
import { refuseStorage } from '@/tests/support/storage';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';

const form = (
  <NoteForm
    action="/notes"
    draftKey="note:1"
    typed={undefined}
    player={null}
    requests={0}
    onSave={() => Promise.resolve(null)}
  />
);

afterEach(() => void vi.unstubAllGlobals());

test('a note typed before the scripts ran is kept, also after a re-render [N14]', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(provideMessages(form));
  const area = place.querySelector('textarea')!;
  area.value = 'typed early';
  const root = await act(async () => hydrateRoot(place, provideMessages(form)));
  act(() => root.render(provideMessages(<NoteForm {...form.props} requests={1} />)));
  expect([area.value, localStorage.getItem('note:1')]).toEqual(['typed early', 'typed early']);
  act(() => root.unmount());
});

test('a note is saved once, and text typed meanwhile stays [N14]', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  let answer: (failed: null) => void = () => undefined;
  const onSave = vi.fn(() => new Promise<null>((resolve) => (answer = resolve)));
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(provideMessages(<NoteForm {...form.props} draftKey="note:3" onSave={onSave} />)));
  const area = place.querySelector('textarea')!;
  const type = (text: string) => typeInto(area, text);
  place.querySelector<HTMLInputElement>('#note-at')!.removeAttribute('required');
  type('first');
  for (let presses = 0; presses < 2; presses += 1)
    act(() => void area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })));
  expect(onSave).toHaveBeenCalledOnce();
  type('first and second');
  await act(async () => answer(null));
  expect(area.value).toBe('first and second');
  act(() => root.unmount());
});

test('a note can be written in a browser that blocks storage [N14]', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  refuseStorage();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(provideMessages(<NoteForm {...form.props} draftKey="note:2" />)));
  const area = place.querySelector('textarea')!;
  typeInto(area, 'typed');
  expect(area.value).toBe('typed');
  act(() => root.unmount());
});
