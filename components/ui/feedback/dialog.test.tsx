// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog';

test('a dialog that is removed on closing is closed first, so that the browser returns the focus [N8]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const wasOpen: boolean[] = [];
  const close = () => {
    wasOpen.push(place.querySelector('dialog')!.open);
    root.render(null);
  };
  act(() =>
    root.render(
      <Dialog open onClose={close} title="Link" closeLabel="Close">
        <input />
      </Dialog>,
    ),
  );
  expect(place.querySelector('dialog')?.open).toBe(true);
  await act(async () => place.querySelector('button')?.click());
  expect([wasOpen, place.querySelector('dialog')]).toEqual([[false], null]);
  act(() => root.unmount());
  place.remove();
});
