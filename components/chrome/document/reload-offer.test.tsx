// @vitest-environment happy-dom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadComponent, loadPart, PartLoadError } from '@/components/ui/load-part';
import { ReloadOffer } from './reload-offer';

const labels = { title: 'A part did not load', text: 'Reload the page', reload: 'Reload' };
let root: Root;
let place: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() => root.render(<ReloadOffer labels={labels} />));
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const failToLoad = () =>
  Promise.reject(Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' }));

test('offers a reload if a part of the page fails to load, and leaves the page unchanged [B17]', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  expect(place.textContent).toBe('');
  let shown: ComponentType | undefined;
  await act(async () => {
    shown = await loadComponent(failToLoad);
  });
  expect(shown && (shown as () => null)()).toBeNull();
  expect(place.querySelector('[role=alert]')?.textContent).toBe('A part did not loadReload the pageReload');
  act(() => place.querySelector('button')!.click());
  expect(reload).toHaveBeenCalledOnce();
});

test('rejects with an error that callers can recognise [B17]', async () => {
  await act(() => expect(loadPart(failToLoad)).rejects.toBeInstanceOf(PartLoadError));
});
