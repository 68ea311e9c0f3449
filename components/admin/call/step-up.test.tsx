// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';
import { ConfirmButton, ReasonButtons } from './dialogs';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined, replace: () => undefined }) }));

type AnswerCallback = (answer: Response) => void;
const asked: Array<{ url: string; answer: AnswerCallback; lose: (reason: Error) => void }> = [];
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked.length = 0;
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((answer, lose) => asked.push({ url, answer, lose })));
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const listUrls = () => asked.map(({ url }) => url);
const openDialogs = () => [...place.querySelectorAll('dialog')].filter(({ open }) => open);
const readAlerts = () => [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join('');

function findButton(label: string): HTMLButtonElement {
  return [...(openDialogs()[0] ?? place).querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
  )!;
}
const press = (label: string) => act(async () => findButton(label).click());

async function answer(status: number, body: unknown): Promise<void> {
  await act(async () => {
    asked.at(-1)?.answer(Response.json(body, { status }));
    await new Promise((done) => setTimeout(done));
  });
}

const lose = () =>
  act(async () => {
    asked.at(-1)?.lose(new TypeError('fetch failed'));
    await new Promise((done) => setTimeout(done));
  });

const needsStepUp = () => answer(403, { type: '/problems/step-up', title: 'Confirm again that it is you' });

async function askInParallel(): Promise<void> {
  act(() =>
    root.render(
      provideMessages(
        <ConfirmButton label="Delete" question="Sure?" confirm="Yes" request={{ method: 'POST', url: '/api/thing' }} />,
      ),
    ),
  );
  await press('Delete');
  await press('Yes');
  await needsStepUp();
}

test('the confirmation dialog stays closed after step-up until the repeated call, sent once, was answered [D12, V5]', async () => {
  await askInParallel();
  typeInto(place.querySelector('input')!, '123456');
  await press('proof_submit');
  await answer(200, {});
  expect(listUrls()).toEqual(['/api/thing', '/auth/totp/verify', '/api/thing']);
  expect(openDialogs().map((dialog) => dialog.querySelector('h2')?.textContent)).toEqual(['proof_title']);
  expect([
    findButton('proof_submit').getAttribute('aria-busy'),
    findButton('proof_passkey').getAttribute('aria-disabled'),
  ]).toEqual(['true', 'true']);
  await press('proof_submit');
  await press('proof_passkey');
  await press('close');
  expect(listUrls()).toHaveLength(3);
  await answer(200, {});
  expect([openDialogs(), readAlerts()]).toEqual([[], '']);
});

test('a call refused after step-up shows its error in the confirmation dialog [D12, V5]', async () => {
  await askInParallel();
  typeInto(place.querySelector('input')!, '123456');
  await press('proof_submit');
  await answer(200, {});
  await answer(409, { type: '/problems/conflict', title: 'Somebody was faster' });
  expect([openDialogs()[0]?.querySelector('h2')?.textContent, readAlerts()]).toEqual(['Delete', 'Somebody was faster']);
});

test('cancelling step-up keeps the confirmation dialog open without an error and sends nothing afterwards [D12, O9]', async () => {
  await askInParallel();
  typeInto(place.querySelector('input')!, '123456');
  await press('proof_submit');
  await press('close');
  await answer(200, {});
  expect(listUrls()).toEqual(['/api/thing', '/auth/totp/verify']);
  expect([openDialogs()[0]?.querySelector('h2')?.textContent, readAlerts()]).toEqual(['Delete', '']);
  expect(findButton('Yes').getAttribute('aria-busy')).toBeNull();
});

const renderReasons = (...labels: string[]) =>
  act(() =>
    root.render(
      provideMessages(
        <ReasonButtons
          actions={labels.map((label) => ({
            label,
            text: '',
            danger: false,
            request: (reason) => ({ method: 'POST', url: `/api/${label}`, body: { reason } }),
          }))}
        />,
      ),
    ),
  );

test('cancelling step-up keeps the typed reason and shows no error [D12, O9]', async () => {
  renderReasons('Refund');
  await press('Refund');
  typeInto(place.querySelector('textarea')!, 'Within the policy');
  await press('Refund');
  await needsStepUp();
  await press('close');
  expect([
    openDialogs()[0]?.querySelector('h2')?.textContent,
    place.querySelector('textarea')?.value,
    readAlerts(),
  ]).toEqual(['Refund', 'Within the policy', '']);
});

test('the code field accepts a recovery code on a phone: no digit keypad, no capitals, and a hint [D12, D4]', async () => {
  await askInParallel();
  const field = place.querySelector('input')!;
  expect([
    field.inputMode,
    field.getAttribute('autocapitalize'),
    document.getElementById(field.getAttribute('aria-describedby')!)?.textContent,
  ]).toEqual(['', 'none', 'proof_help']);
});

test('only a code that the server calls wrong is called wrong and cleared [D12]', async () => {
  await askInParallel();
  const field = place.querySelector('input')!;
  typeInto(field, '123456');
  await press('proof_submit');
  await answer(429, { title: 'Too many attempts' });
  expect([field.value, readAlerts()]).toEqual(['123456', 'Too many attempts']);
  await press('proof_submit');
  await lose();
  expect([field.value, readAlerts()]).toEqual(['123456', 'unreachable_call']);
  await press('proof_submit');
  await answer(422, { type: '/problems/totp-wrong', title: 'Wrong' });
  expect([field.value, readAlerts()]).toEqual(['', 'proof_wrong']);
  await press('close');
  await press('Yes');
  await needsStepUp();
  expect(readAlerts()).toBe('');
});

test('an action’s reason and error are not shown under another action [O9]', async () => {
  renderReasons('Refund', 'Refuse');
  await press('Refund');
  typeInto(place.querySelector('textarea')!, 'Within the policy');
  await press('Refund');
  await answer(409, { title: 'Somebody was faster' });
  expect(readAlerts()).toBe('Somebody was faster');
  await press('close');
  await press('Refuse');
  expect([place.querySelector('textarea')?.value, readAlerts()]).toEqual(['', '']);
  await press('close');
  await press('Refund');
  expect([place.querySelector('textarea')?.value, readAlerts()]).toEqual(['Within the policy', '']);
});

test('a confirmation that is opened again shows no old error [V5]', async () => {
  await askInParallel();
  await press('close');
  await press('Yes');
  await answer(409, { title: 'Somebody was faster' });
  expect(readAlerts()).toBe('Somebody was faster');
  await press('close');
  await press('Delete');
  expect(readAlerts()).toBe('');
});
