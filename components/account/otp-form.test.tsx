// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OtpForm } from '@/components/account/otp-form';
import { typeInto } from '@/tests/support/typing';

const labels = {
  label: 'Code',
  digits: ['1', '2', '3', '4', '5', '6'],
  submit: 'Verify',
  busy: 'Verifying',
  unreachable: 'Unreachable',
};

function showForm(code: string) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const sent = vi.fn((_action: string, _request: { body: URLSearchParams }) => new Promise(() => undefined));
  vi.stubGlobal('fetch', sent);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      <OtpForm
        action="/auth/verify-otp"
        email="mona@example.com"
        code={code}
        hidden={{}}
        messages={{ otp_invalid: 'Please enter a valid OTP' }}
        labels={labels}
      />,
    ),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });
  return { place, sent };
}

test('a code that the boxes show is sent, even if React missed how it got there [V8]', () => {
  const { place, sent } = showForm('');
  [...'123456'].forEach((digit, index) => {
    const box = place.querySelector<HTMLInputElement>(`[name="otp.${index}"]`)!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, digit);
  });
  act(() => place.querySelector('button')!.click());
  expect(sent).toHaveBeenCalledOnce();
  expect([0, 1, 2, 3, 4, 5].map((at) => sent.mock.calls[0]?.[1].body.get(`otp.${at}`)).join('')).toBe('123456');
});

test('an error in a code is announced for its boxes, focuses the first empty box and disappears with the next digit [D4, V3, V5]', () => {
  const { place, sent } = showForm('123');
  const readError = () =>
    document.getElementById(place.querySelector('fieldset')?.getAttribute('aria-describedby') ?? '')?.textContent;
  const verify = () =>
    act(() => {
      const button = place.querySelector('button')!;
      button.focus();
      button.click();
    });
  const type = (digit: string) => typeInto(document.activeElement as HTMLInputElement, digit);
  expect(readError()).toBeUndefined();
  verify();
  expect([readError(), document.activeElement?.getAttribute('name'), sent.mock.calls.length]).toEqual([
    'Please enter a valid OTP',
    'otp.3',
    0,
  ]);
  type('4');
  expect([
    readError(),
    place.querySelector('[aria-invalid]'),
    document.getElementById('otp-error')?.textContent,
  ]).toEqual([undefined, null, '']);
  type('5');
  type('6');
  verify();
  expect(sent).toHaveBeenCalledOnce();
});
