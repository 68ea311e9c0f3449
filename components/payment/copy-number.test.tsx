// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CopyNumber } from './pending-payment';

const labels = { copy: 'Copy', copied: 'Copied.', failed: 'Not copied.' };

test('the payment number can be copied, a failure is reported, and the button is not rendered without scripts [P4]', async () => {
  expect(renderToString(<CopyNumber number="8246913" labels={labels} />)).toBe('');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const writeText = vi.fn((text: string) => (text ? Promise.resolve() : Promise.reject(new Error('refused'))));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const press = async (number: string) => {
    act(() => root.render(<CopyNumber number={number} labels={labels} />));
    await act(async () => place.querySelector('button')!.click());
    return place.querySelector('[role=status]')?.textContent;
  };
  expect(await press('8246913')).toBe('Copied.');
  expect(writeText).toHaveBeenLastCalledWith('8246913');
  expect(await press('')).toBe('Not copied.');
  act(() => root.unmount());
});
