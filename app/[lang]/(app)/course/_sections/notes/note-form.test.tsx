// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { refuseStorage } from '@/lib/testing/storage';
import { NoteForm } from './note-form';
import { noteLabelKeys, type NotesLabels } from './notes-labels';

const labels = Object.fromEntries(noteLabelKeys.map((key) => [key, key])) as NotesLabels;
const form = <NoteForm action="/notes" draftKey="note:1" labels={labels} typed={undefined} player={null} requests={0} onSave={() => Promise.resolve(null)} />;

afterEach(() => void vi.unstubAllGlobals());

test('N14 what was typed before the page had its scripts stays, also when the form is drawn again', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(form);
  const area = place.querySelector('textarea')!;
  area.value = 'typed early';
  const root = await act(async () => hydrateRoot(place, form));
  act(() => root.render(<NoteForm {...form.props} requests={1} />));
  expect([area.value, localStorage.getItem('note:1')]).toEqual(['typed early', 'typed early']);
  act(() => root.unmount());
});

test('N14 a note is written in a browser that refuses its storage too', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  refuseStorage();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(<NoteForm {...form.props} draftKey="note:2" />));
  const area = place.querySelector('textarea')!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area, 'typed');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(area.value).toBe('typed');
  act(() => root.unmount());
});
