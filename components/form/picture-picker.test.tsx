// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PickerLabels, PicturePicker } from '@/components/form/picture-picker';
import { typeInto } from '@/tests/support/typing';

const asked: Array<{ query: string; answer: (answer: Response) => void }> = [];
let place: HTMLElement;
let root: Root;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    (url: string) => new Promise<Response>((answer) => asked.push({ query: url.split('?')[1] ?? '', answer })),
  );
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const labels = {
    choose: 'Choose',
    search: 'Search for',
    submit: 'Search',
    more: 'More',
    none: 'None',
  } as PickerLabels;
  act(() => root.render(<PicturePicker label="Choose" labels={labels} onChoose={() => undefined} />));
  press('Choose');
  await answer(0, ['a', 'b'], true);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const findButton = (label: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const press = (label: string) => act(() => findButton(label)!.click());
const readNames = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent).join('');
const listQueries = () => asked.map(({ query }) => query);

async function answer(at: number, pictures: string[], hasNext: boolean): Promise<void> {
  const rows = pictures.map((id) => ({ id, name: id, alt: {}, focusX: 0, focusY: 0, status: 'ready', usable: true }));
  await act(async () => {
    asked[at]!.answer(Response.json(rows, { headers: hasNext ? { link: '<x>; rel="next"' } : {} }));
    await new Promise((done) => setTimeout(done));
  });
}

function searchPictures(text: string): void {
  typeInto(place.querySelector('input')!, text);
}

test('repeated clicks request the next page of pictures once, for the submitted search only [N7]', async () => {
  searchPictures('typed, not looked for');
  press('More');
  press('More');
  expect([listQueries(), findButton('More')?.getAttribute('aria-busy')]).toEqual([['q=&page=1', 'q=&page=2'], 'true']);
  await answer(1, ['c'], true);
  expect(readNames()).toBe('abc');
  press('More');
  expect(listQueries().at(-1)).toBe('q=&page=3');
});

test('the answer to an older search does not replace the answer to a newer one [N7]', async () => {
  searchPictures('cat');
  press('Search');
  searchPictures('dog');
  press('Search');
  await answer(2, ['dog'], false);
  await answer(1, ['cat'], true);
  expect([listQueries(), readNames(), findButton('More')]).toEqual([
    ['q=&page=1', 'q=cat&page=1', 'q=dog&page=1'],
    'dog',
    undefined,
  ]);
});

test('a page that arrives after a new search is not added to the new results [N7]', async () => {
  press('More');
  searchPictures('dog');
  press('Search');
  await answer(2, ['dog'], false);
  await answer(1, ['c'], true);
  expect(readNames()).toBe('dog');
});
