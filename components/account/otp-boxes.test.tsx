// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OtpBoxes } from '@/components/account/otp-form';

const names = ['1', '2', '3', '4', '5', '6'];

function Code() {
  const [digits, setDigits] = useState(names.map(() => ''));
  return (
    <form aria-label={digits.join('')}>
      <OtpBoxes digits={digits} onChange={setDigits} label="Code" names={names} invalid={false} />
    </form>
  );
}

test('a code filled in before the scripts ran is kept, one digit per box [D4]', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<Code />);
  place.querySelector('input')!.value = '12٣456';
  const root = await act(async () => hydrateRoot(place, <Code />));
  expect(place.querySelector('form')?.getAttribute('aria-label')).toBe('123456');
  expect([...place.querySelectorAll('input')].map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5', '6']);
  act(() => root.unmount());
});

test('the first box takes a whole copied code, with spaces, dashes or digits of another script [D4]', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  for (const code of ['123 456', '123-456', '١٢٣ ٤٥٦', ' 1 2 3 4 5 6 ']) {
    await act(async () => root.render(<Code key={code} />));
    const box = place.querySelector('input')!;
    expect(code.length).toBeLessThanOrEqual(box.maxLength);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, code);
    act(() => void box.dispatchEvent(new Event('input', { bubbles: true })));
    expect([...place.querySelectorAll('input')].map(({ value }) => value).join('')).toBe('123456');
  }
  act(() => root.unmount());
});
