// @vitest-environment happy-dom
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProofLabels } from '../proof/proof-labels';
import { AuthenticatorChange } from './authenticator-change';
import { TotpSetup } from './totp-setup';

vi.mock('qrcode', () => ({ toDataURL: () => Promise.resolve('data:image/png;base64,x') }));

const labels = new Proxy({}, { get: (_target, name) => String(name) }) as ProofLabels & ComponentProps<typeof TotpSetup>['labels'] & ComponentProps<typeof AuthenticatorChange>['labels'];
const begun = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', setupToken: 'token' };
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

const focused = () => document.activeElement?.textContent;
const press = (label: string) => act(async () => {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
  button.focus();
  button.form!.requestSubmit(button);
  await new Promise((done) => setTimeout(done, 20));
});
const type = (name: string, value: string) => (place.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value);

test('D12 V5 each step of setting up the second factor begins where the focus is', async () => {
  act(() => root.render(<TotpSetup labels={labels} proofLabels={labels} ways={{ code: false, passkey: false }} />));
  expect(document.activeElement).toBe(document.body);
  answers = [[200, begun], [200, { recoveryCodes: ['aaaaa-bbbbb'] }]];
  await press('start');
  expect(focused()).toBe('scan');
  type('code', '123456');
  await press('confirm');
  expect(focused()).toBe('codes');
});

test('D12 V5 a change of the authenticator that took too long begins again where the focus is', async () => {
  act(() => root.render(<AuthenticatorChange labels={labels} proofLabels={labels} ways={{ code: true, passkey: false }} doneAt="#done" />));
  expect(document.activeElement).toBe(document.body);
  answers = [[403, { type: '/problems/step-up' }], [204, {}], [200, begun], [409, { type: '/problems/setup-expired' }]];
  await press('start');
  const field = document.activeElement!;
  expect([field.getAttribute('name'), field.getAttribute('inputmode'), field.getAttribute('autocapitalize'), document.getElementById(field.getAttribute('aria-describedby')!)?.textContent]).toEqual(['totp', null, 'none', 'codeHelp']);
  type('totp', 'aaaaa-bbbbb');
  await press('start');
  expect(focused()).toBe('scan');
  type('code', '123456');
  await press('confirm');
  expect(focused()).toBe('intro');
});
