// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { AuthenticatorChange, TotpSetup } from './totp-setup';

vi.mock('qrcode', () => ({ toDataURL: () => Promise.resolve('data:image/png;base64,x') }));

const enrolment = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', setupToken: 'token' };
let place: HTMLElement;
let root: Root;
let answers: Array<[status: number, body: object]>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', () => {
    const [status, answer] = answers.shift()!;
    return Promise.resolve(Response.json(answer, { status }));
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const readFocusedText = () => document.activeElement?.textContent;
const press = (label: string) =>
  act(async () => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
    button.focus();
    button.form!.requestSubmit(button);
    await new Promise((done) => setTimeout(done, 20));
  });
const type = (name: string, value: string) =>
  (place.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value);

test('each step of setting up the second factor moves the focus to its start [D12, V5]', async () => {
  act(() => root.render(provideMessages(<TotpSetup isAdmin={false} methods={{ code: false, passkey: false }} />)));
  expect(document.activeElement).toBe(document.body);
  answers = [
    [200, enrolment],
    [200, { recoveryCodes: ['aaaaa-bbbbb'] }],
  ];
  await press('totp_start');
  expect(readFocusedText()).toBe('totp_scan');
  type('code', '123456');
  await press('totp_confirm');
  expect(readFocusedText()).toBe('totp_codes');
});

test('an authenticator change that timed out moves the focus back to its start [D12, V5]', async () => {
  act(() =>
    root.render(provideMessages(<AuthenticatorChange methods={{ code: true, passkey: false }} nextUrl="#done" />)),
  );
  expect(document.activeElement).toBe(document.body);
  answers = [
    [403, { type: '/problems/step-up' }],
    [204, {}],
    [200, enrolment],
    [409, { type: '/problems/setup-expired' }],
  ];
  await press('authenticator_change');
  const field = document.activeElement!;
  expect([
    field.getAttribute('name'),
    field.getAttribute('inputmode'),
    field.getAttribute('autocapitalize'),
    document.getElementById(field.getAttribute('aria-describedby')!)?.textContent,
  ]).toEqual(['totp', null, 'none', 'totp_help']);
  type('totp', 'aaaaa-bbbbb');
  await press('authenticator_change');
  expect(readFocusedText()).toBe('totp_scan');
  type('code', '123456');
  await press('authenticator_confirm');
  expect(readFocusedText()).toBe('authenticator_intro');
});
