// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { PictureUpload } from './picture-upload';

let finish: (sent: { ok: true }) => void;
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('./send-picture', () => ({
  sendPicture: () =>
    new Promise((done) => {
      finish = done;
    }),
}));

const asksBeforeLeaving = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('leaving an admin page during a picture upload asks first [N7]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(provideMessages(<PictureUpload />)));
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [new File(['x'], 'one.png')] },
  });
  expect(asksBeforeLeaving()).toBe(false);
  act(() => {
    place.querySelector('#files')!.dispatchEvent(drop);
  });
  expect(asksBeforeLeaving()).toBe(true);
  act(() => root.unmount());
  expect(asksBeforeLeaving()).toBe(true);
  finish({ ok: true });
  await vi.waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  place.remove();
});
