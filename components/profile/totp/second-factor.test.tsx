// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { NewRecoveryCodes } from './recovery-codes';
import { AuthenticatorChange } from './totp-setup';

vi.mock('qrcode', () => ({ toDataURL: () => Promise.resolve('data:image/png;base64,x') }));

const methods = { code: true, passkey: false };
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];

let place: HTMLElement;
let root: Root;
let answers: Array<[status: number, body: object]>;
let asked: Array<[path: string, body: unknown]>;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  asked = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    asked.push([url, JSON.parse(String(body))]);
    const [status, answer] = answers.shift()!;
    return Promise.resolve(status === 204 ? new Response(null, { status }) : Response.json(answer, { status }));
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const buildRefusal = (key: string) => ({ type: `https://midan.example/problems/${key}`, title: key });
const findButton = (label: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
const press = (label: string) =>
  act(async () => {
    const pressed = findButton(label);
    if (pressed.form) pressed.form.requestSubmit(pressed);
    else pressed.click();
    await new Promise((done) => setTimeout(done, 20));
  });
const type = (name: string, value: string) =>
  (place.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value);
const readAlert = () => place.querySelector('[role=alert]')?.textContent;

test('new recovery codes require the second factor and are shown once, to copy or download [D12]', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(written.push(text)) } });
  act(() => root.render(provideMessages(<NewRecoveryCodes methods={methods} />)));
  answers = [
    [403, buildRefusal('step-up')],
    [204, {}],
    [200, { recoveryCodes: codes }],
  ];
  await press('recovery_codes_make');
  expect(place.textContent).not.toContain(codes[0]);
  type('totp', '123456');
  await press('recovery_codes_make');
  expect(asked).toEqual([
    ['/auth/totp/recovery-codes', {}],
    ['/auth/totp/verify', { code: '123456' }],
    ['/auth/totp/recovery-codes', {}],
  ]);
  expect([...place.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(codes);
  await press('recovery_codes_copy');
  expect([written, readAlert()]).toEqual([[codes.join('\n')], 'recovery_codes_copied']);

  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download, decodeURIComponent(this.href));
  });
  await press('recovery_codes_download');
  expect(saved).toEqual(['recovery-codes-localhost.txt', `data:text/plain;charset=utf-8,${codes.join('\n')}\n`]);
});

test('a code is called wrong only if the server refused it as wrong [D12]', async () => {
  act(() => root.render(provideMessages(<NewRecoveryCodes methods={methods} />)));
  answers = [
    [403, buildRefusal('step-up')],
    [429, buildRefusal('too-many-requests')],
    [422, buildRefusal('totp-wrong')],
  ];
  await press('recovery_codes_make');
  const readError = () => place.querySelector('[id="recovery-code-error"]')?.textContent;
  type('totp', '123456');
  await press('recovery_codes_make');
  expect(readError()).toBe('too-many-requests');
  await press('recovery_codes_make');
  expect(readError()).toBe('error_totp_wrong');
});

test('a failed copy is reported [D12]', async () => {
  vi.stubGlobal('navigator', {});
  act(() => root.render(provideMessages(<NewRecoveryCodes methods={methods} />)));
  answers = [[200, { recoveryCodes: codes }]];
  await press('recovery_codes_make');
  await press('recovery_codes_copy');
  expect(readAlert()).toBe('recovery_codes_copy_failed');
});

test('a limit of tries is named while a new authenticator is confirmed [D12]', async () => {
  act(() => root.render(provideMessages(<AuthenticatorChange methods={methods} nextUrl="#done" />)));
  answers = [
    [200, { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', setupToken: 'token' }],
    [429, buildRefusal('too-many-requests')],
  ];
  await press('authenticator_change');
  type('code', '000000');
  await press('authenticator_confirm');
  expect(place.querySelector('form')!.textContent).toContain('too-many-requests');
});

test('changing the authenticator confirms a code of the new one, and restarts after a timeout [D12]', async () => {
  act(() => root.render(provideMessages(<AuthenticatorChange methods={methods} nextUrl="#done" />)));
  const enrolment = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', setupToken: 'token' };
  answers = [
    [200, enrolment],
    [422, buildRefusal('totp-wrong')],
    [409, buildRefusal('setup-expired')],
    [200, enrolment],
    [204, {}],
  ];
  await press('authenticator_change');
  expect(place.textContent).toContain('ABCD EFGH');
  type('code', '000000');
  await press('authenticator_confirm');
  expect(place.querySelector('form')!.textContent).toContain('error_totp_wrong');
  await press('authenticator_confirm');
  expect(readAlert()).toBe('authenticator_expired');
  await press('authenticator_change');
  type('code', '123456');
  await press('authenticator_confirm');
  expect(asked.at(-1)).toEqual(['/auth/totp/confirm-change', { code: '123456', setupToken: 'token' }]);
  expect(window.location.hash).toBe('#done');
});
