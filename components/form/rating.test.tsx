// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Rating } from './rating';
import { Stars } from './stars';

const labels = { legend: 'Your rating', cancel: 'No rating', stars: '{count} of 5 stars' };
const onRate = vi.fn();
const onCancel = vi.fn();
let place: HTMLElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.clearAllMocks();
  place = document.body.appendChild(document.createElement('form'));
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const show = (props: Partial<Parameters<typeof Rating>[0]> = {}) =>
  act(() => root.render(<Rating name="rating" labels={labels} onRate={onRate} onCancel={onCancel} {...props} />));
const listRadios = () => [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')];
const press = (value: number) =>
  act(() =>
    listRadios()
      .find((radio) => radio.value === String(value))!
      .click(),
  );
const readChosen = () => listRadios().find((radio) => radio.checked)?.value;

test('a star sets the value and reports it; the cancel item clears the value and reports it [L6]', () => {
  show();
  expect(readChosen()).toBe('0');
  press(4);
  expect([readChosen(), onRate.mock.calls]).toEqual(['4', [[4]]]);
  press(0);
  expect([readChosen(), onCancel.mock.calls.length, onRate.mock.calls.length]).toEqual(['0', 1, 1]);
});

test('the stars are one named group of radio buttons, usable by arrow keys and screen readers [L6]', () => {
  show({ value: 2 });
  expect(place.querySelector('fieldset > legend')?.textContent).toBe('Your rating');
  expect(listRadios().map((radio) => radio.closest('label')?.textContent)).toEqual([
    'No rating',
    ...[1, 2, 3, 4, 5].map((count) => `${count} of 5 stars`),
  ]);
  expect(new Set(listRadios().map((radio) => radio.name))).toEqual(new Set(['rating']));
  expect(readChosen()).toBe('2');
});

test('a disabled rating cannot be changed, and a read-only one has no controls [L6]', () => {
  show({ disabled: true, value: 3 });
  expect(place.querySelector('fieldset')?.disabled).toBe(true);
  act(() => root.render(<Stars label="Your rating: 3 of 5 stars" value={3} />));
  expect(listRadios()).toEqual([]);
  const picture = place.querySelector('[role=img]');
  expect([
    picture?.getAttribute('aria-label'),
    picture?.querySelectorAll('svg').length,
    picture?.querySelectorAll('svg[class*=lit]').length,
  ]).toEqual(['Your rating: 3 of 5 stars', 5, 3]);
});

test('null and 0 are both cleared; the number of stars and the cancel item are configurable [L6]', () => {
  show({ value: null, stars: 3 });
  expect([readChosen(), listRadios().length]).toEqual(['0', 4]);
  show({ value: 0, stars: 3, cancel: false });
  expect([readChosen(), listRadios().length]).toEqual([undefined, 3]);
});
