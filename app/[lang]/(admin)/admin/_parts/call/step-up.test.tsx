// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReasonDialog, type ReasonLabels } from '../orders/reason-dialog';
import { ConfirmButton } from './confirm-button';
import { StepUpDialog, type StepUpLabels } from './step-up-dialog';
import { useAdminCall } from './use-admin-call';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined, replace: () => undefined }) }));

type Answered = (answer: Response) => void;
const asked: Array<{ url: string; answer: Answered }> = [];
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((answer) => asked.push({ url, answer })));
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const stepUp = { title: 'Confirm that it is you', code: 'Code', help: 'Or a recovery code', submit: 'Continue', passkey: 'Passkey', wrong: 'Wrong', close: 'Close' } as StepUpLabels;
const confirm = { cancel: 'Cancel', close: 'Close', failed: 'Failed', unreachable: 'Unreachable' };
const urls = () => asked.map(({ url }) => url);
const opened = () => [...place.querySelectorAll('dialog')].filter(({ open }) => open);
const said = () => [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join('');

function button(label: string): HTMLButtonElement {
  return [...(opened()[0] ?? place).querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === label)!;
}
const press = (label: string) => act(async () => button(label).click());

async function answer(status: number, body: unknown): Promise<void> {
  await act(async () => {
    asked.at(-1)?.answer(Response.json(body, { status }));
    await new Promise((done) => setTimeout(done));
  });
}

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  act(() => {
    const type_ = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(type_.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

const wantsProof = () => answer(403, { type: '/problems/step-up', title: 'Confirm again that it is you' });

async function askTwice(): Promise<void> {
  act(() => root.render(<ConfirmButton label="Delete" question="Sure?" confirm="Yes" request={{ method: 'POST', url: '/api/thing' }} labels={confirm} stepUp={stepUp} />));
  await press('Delete');
  await press('Yes');
  await wantsProof();
}

test('D12 V5 after a proof the question stays away until the call that is sent again was answered, and it is sent once', async () => {
  await askTwice();
  type(place.querySelector('input')!, '123456');
  await press('Continue');
  await answer(200, {});
  expect(urls()).toEqual(['/api/thing', '/auth/totp/verify', '/api/thing']);
  expect(opened().map((dialog) => dialog.querySelector('h2')?.textContent)).toEqual([stepUp.title]);
  expect([button('Continue').getAttribute('aria-busy'), button('Passkey').getAttribute('aria-disabled')]).toEqual(['true', 'true']);
  await press('Continue');
  await press('Passkey');
  await press('Close');
  expect(urls()).toHaveLength(3);
  await answer(200, {});
  expect([opened(), said()]).toEqual([[], '']);
});

test('D12 V5 a call that is refused after the proof says so in its question', async () => {
  await askTwice();
  type(place.querySelector('input')!, '123456');
  await press('Continue');
  await answer(200, {});
  await answer(409, { type: '/problems/conflict', title: 'Somebody was faster' });
  expect([opened()[0]?.querySelector('h2')?.textContent, said()]).toEqual(['Delete', 'Somebody was faster']);
});

test('D12 O9 a proof that is given up leaves the question open, says nothing of a failure, and sends nothing afterwards', async () => {
  await askTwice();
  type(place.querySelector('input')!, '123456');
  await press('Continue');
  await press('Close');
  await answer(200, {});
  expect(urls()).toEqual(['/api/thing', '/auth/totp/verify']);
  expect([opened()[0]?.querySelector('h2')?.textContent, said()]).toEqual(['Delete', '']);
  expect(button('Yes').getAttribute('aria-busy')).toBeNull();
});

function WithReason() {
  const { call, busy, proof } = useAdminCall();
  return (
    <>
      <ReasonDialog
        action={{ label: 'Refund', text: '', look: 'primary' }} hidden={proof.wanted} busy={busy} labels={{ ...confirm, reason: 'Why' } as ReasonLabels} onClose={() => undefined}
        send={(reason) => call({ method: 'POST', url: '/api/thing', body: { reason } })}
      />
      <StepUpDialog proof={proof} labels={stepUp} />
    </>
  );
}

test('D12 O9 what was typed as a reason stays when the proof is given up, and nothing is said of a failure', async () => {
  act(() => root.render(<WithReason />));
  type(place.querySelector('textarea')!, 'Within the policy');
  await press('Refund');
  await wantsProof();
  await press('Close');
  expect([opened()[0]?.querySelector('h2')?.textContent, place.querySelector('textarea')?.value, said()]).toEqual(['Refund', 'Within the policy', '']);
});

test('D12 D4 a recovery code can be typed on a phone: its field asks for no digits and no capitals, and says that one counts', async () => {
  await askTwice();
  const field = place.querySelector('input')!;
  expect([field.inputMode, field.getAttribute('autocapitalize'), document.getElementById(field.getAttribute('aria-describedby')!)?.textContent]).toEqual(['', 'none', stepUp.help]);
});
