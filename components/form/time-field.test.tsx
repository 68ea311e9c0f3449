// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { TimeField } from './time-field';

test('shows and returns Cairo time in a browser of any time zone [O14]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const onChange = vi.fn();
  const root = createRoot(place);
  const field = () => place.querySelector('input')!;
  const show = (value: string) =>
    act(async () =>
      root.render(<TimeField name="endsAt" label="Ends" value={value} error={undefined} onChange={onChange} />),
    );

  await show('2026-11-21T22:30:00.000Z');
  expect(field().value).toBe('2026-11-22T00:30');
  await show('2026-07-21T10:15');
  expect(field().value).toBe('2026-07-21T10:15');

  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), '2026-12-31T23:59');
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(onChange).toHaveBeenCalledWith('2026-12-31T23:59');
  act(() => root.unmount());
  place.remove();
});
