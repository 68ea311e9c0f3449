// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { BulkBar } from './bulk-bar';
import { bulkForm } from './bulk-form';

test('another page of the list starts with nothing selected, and its buttons are disabled until a row is [O11]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (rows: string[]) =>
    act(() =>
      root.render(
        provideMessages(
          <>
            <BulkBar
              action="/api/rows"
              actions={[{ value: 'hide', label: 'Hide', icon: 'eye-off' }]}
              total={rows.length}
            />
            {rows.map((row) => (
              <input key={row} type="checkbox" name={`rows.${row}`} form={bulkForm} />
            ))}
          </>,
          { admin: { bulk_chosen: '{count} chosen' } },
        ),
      ),
    );
  const readBar = () => [
    place.querySelector('[role=status]')?.textContent,
    place.querySelector('button')?.getAttribute('aria-disabled') === 'true',
    place.querySelector<HTMLInputElement>('form input')?.checked,
  ];
  show(['a', 'b', 'c']);
  expect(readBar()).toEqual(['0 chosen', true, false]);
  act(() => place.querySelector<HTMLInputElement>('form input')!.click());
  expect(readBar()).toEqual(['3 chosen', false, true]);
  show(['d', 'e']);
  expect(readBar()).toEqual(['0 chosen', true, false]);
  act(() => place.querySelector<HTMLInputElement>('[name="rows.d"]')!.click());
  expect(readBar()).toEqual(['1 chosen', false, false]);
  act(() => root.unmount());
  place.remove();
});
