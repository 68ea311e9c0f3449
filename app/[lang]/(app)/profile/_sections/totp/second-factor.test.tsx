// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProofLabels } from '../proof/proof-labels';
import { AuthenticatorChange } from './authenticator-change';
import { NewRecoveryCodes } from './new-recovery-codes';

vi.mock('qrcode', () => ({ toDataURL: () => Promise.resolve('data:image/png;base64,x') }));

const named = <Name extends string>(...names: Name[]) => Object.fromEntries(names.map((name) => [name, name])) as Record<string, string> as Record<Name, string>;
const proofLabels: ProofLabels = named('password', 'passwordHelp', 'wrongPassword', 'show', 'hide', 'factor', 'code', 'codeHelp', 'wrongCode', 'passkey', 'passkeyFailed');
const ways = { code: true, passkey: false };
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];

let place: HTMLElement;
let root: Root;
/** What the calls answer, in this order. */
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

const refusal = (key: string) => ({ type: `https://midan.example/problems/${key}`, title: key });
const button = (label: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;
const press = (label: string) => act(async () => {
  const pressed = button(label);
  if (pressed.form) pressed.form.requestSubmit(pressed);
  else pressed.click();
  await new Promise((done) => setTimeout(done, 20));
});
const type = (name: string, value: string) => (place.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value);
const alertText = () => place.querySelector('[role=alert]')?.textContent;

test('D12 new recovery codes: the second factor is asked for, then they are shown once, to copy or download', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(written.push(text)) } });
  const labels = named('codes', 'copy', 'copied', 'copyFailed', 'download', 'saved', 'intro', 'make', 'failed');
  act(() => root.render(<NewRecoveryCodes labels={labels} proofLabels={proofLabels} ways={ways} />));
  answers = [[403, refusal('step-up')], [204, {}], [200, { recoveryCodes: codes }]];
  await press('make');
  expect(place.textContent).not.toContain(codes[0]);
  type('totp', '123456');
  await press('make');
  expect(asked).toEqual([['/auth/totp/recovery-codes', {}], ['/auth/totp/verify', { code: '123456' }], ['/auth/totp/recovery-codes', {}]]);
  expect([...place.querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(codes);
  await press('copy');
  expect([written, alertText()]).toEqual([[codes.join('\n')], 'copied']);

  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download, decodeURIComponent(this.href));
  });
  await press('download');
  expect(saved).toEqual(['recovery-codes-localhost.txt', `data:text/plain;charset=utf-8,${codes.join('\n')}\n`]);
});

test('D12 a browser that refuses to copy says so', async () => {
  vi.stubGlobal('navigator', {});
  const labels = named('codes', 'copy', 'copied', 'copyFailed', 'download', 'saved', 'intro', 'make', 'failed');
  act(() => root.render(<NewRecoveryCodes labels={labels} proofLabels={proofLabels} ways={ways} />));
  answers = [[200, { recoveryCodes: codes }]];
  await press('make');
  await press('copy');
  expect(alertText()).toBe('copyFailed');
});

test('D12 another authenticator: scanned, confirmed by a code of the new one, begun again when it took too long', async () => {
  const labels = named('scan', 'qr', 'code', 'confirm', 'intro', 'start', 'wrong', 'expired', 'failed');
  act(() => root.render(<AuthenticatorChange labels={labels} proofLabels={proofLabels} ways={ways} doneAt="#done" />));
  const begun = { secret: 'ABCDEFGH', otpauthUrl: 'otpauth://x', setupToken: 'token' };
  answers = [[200, begun], [422, refusal('totp-wrong')], [409, refusal('setup-expired')], [200, begun], [204, {}]];
  await press('start');
  expect(place.textContent).toContain('ABCD EFGH');
  type('code', '000000');
  await press('confirm');
  expect(place.querySelector('form')!.textContent).toContain('wrong');
  await press('confirm');
  expect(alertText()).toBe('expired');
  await press('start');
  type('code', '123456');
  await press('confirm');
  expect(asked.at(-1)).toEqual(['/auth/totp/confirm-change', { code: '123456', setupToken: 'token' }]);
  expect(window.location.hash).toBe('#done');
});
