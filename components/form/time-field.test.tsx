// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { typeInto } from '@/tests/support/typing';
import { TimeField } from './time-field';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('shows and returns Cairo time in a browser of any time zone [O14]', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const onChange = vi.fn();
  const root = createRoot(place);
  const findField = () => place.querySelector('input')!;
  const show = (value: string) =>
    act(async () =>
      root.render(<TimeField name="endsAt" label="Ends" value={value} error={undefined} onChange={onChange} />),
    );

  await show('2026-11-21T22:30:00.000Z');
  expect(findField().value).toBe('2026-11-22T00:30');
  await show('2026-07-21T10:15');
  expect(findField().value).toBe('2026-07-21T10:15');

  typeInto(findField(), '2026-12-31T23:59');
  expect(onChange).toHaveBeenCalledWith('2026-12-31T23:59');
  act(() => root.unmount());
  place.remove();
});

function TypedTime() {
  const [value, write] = useState<string | null>('2026-11-21T08:00:00.000Z');
  return <TimeField name="endsAt" label="Ends" value={value} error={undefined} onChange={write} />;
}

test('a year can be typed digit by digit without losing date and time [O14]', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<TypedTime />));
  const field = place.querySelector('input')!;
  for (const year of ['0002', '0020', '0202', '2027']) {
    typeInto(field, `${year}-11-21T10:00`);
    expect(field.value).toBe(`${year}-11-21T10:00`);
  }
  act(() => root.unmount());
  place.remove();
});
