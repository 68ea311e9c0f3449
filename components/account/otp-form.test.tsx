// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { OtpForm } from '@/components/account/otp-form';

test('an error in a code is announced for its boxes, focuses the first empty box and disappears with the next digit [D4, V3, V5]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const sent = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', sent);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const labels = {
    label: 'Code',
    digits: ['1', '2', '3', '4', '5', '6'],
    submit: 'Verify',
    busy: 'Verifying',
    unreachable: 'Unreachable',
  };
  act(() =>
    root.render(
      <OtpForm
        action="/auth/verify-otp"
        email="mona@example.com"
        code="123"
        messages={{ otp_invalid: 'Please enter a valid OTP' }}
        labels={labels}
      />,
    ),
  );
  const error = () =>
    document.getElementById(place.querySelector('fieldset')?.getAttribute('aria-describedby') ?? '')?.textContent;
  const verify = () =>
    act(() => {
      const button = place.querySelector('button')!;
      button.focus();
      button.click();
    });
  const type = (digit: string) =>
    act(() => {
      const box = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, digit);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
  expect(error()).toBeUndefined();
  verify();
  expect([error(), document.activeElement?.getAttribute('name'), sent.mock.calls.length]).toEqual([
    'Please enter a valid OTP',
    'otp.3',
    0,
  ]);
  type('4');
  expect([error(), place.querySelector('[aria-invalid]'), document.getElementById('otp-error')?.textContent]).toEqual([
    undefined,
    null,
    '',
  ]);
  type('5');
  type('6');
  verify();
  expect(sent).toHaveBeenCalledOnce();
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
