// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonRequest, Outcome } from '@/components/session/json-call';
import type { ShownQuestion } from '@/lib/quizzes/questions';
import { AttemptForm } from './attempt-form';

const call = vi.hoisted(() => vi.fn<(request: JsonRequest) => Promise<Outcome>>());
vi.mock('@/components/session/json-call', () => ({ callJson: call }));

const questions: ShownQuestion[] = [
  { id: 'one', kind: 'one', text: 'Which?', options: ['a', 'b'], answer: null },
  { id: 'several', kind: 'several', text: 'Which ones?', options: ['a', 'b'], answer: [0] },
  { id: 'number', kind: 'number', text: 'How many?', options: [], answer: null },
  { id: 'order', kind: 'ordering', text: 'In which order?', options: ['first', 'second', 'third'], answer: null },
];
const texts: Record<string, string> = {
  movedTo: '{item} {place}/{count}',
  unanswered: '{count} of {total} open',
  answeredOf: '{answered} of {total}',
};
const labels = new Proxy({}, { get: (_labels, key) => texts[String(key)] ?? String(key) }) as Parameters<
  typeof AttemptForm
>[0]['labels'];
const refused: Outcome = { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
let action = '';
let attempts = 0;
let root: Root;
let place: HTMLElement;

const show = () =>
  act(async () =>
    root.render(<AttemptForm action={action} questions={questions} remainingMs={null} labels={labels} />),
  );
const leave = () => act(async () => root.unmount());
const reopenForm = () => {
  root = createRoot(place);
  return show();
};
const findField = (name: string, value?: string) =>
  place.querySelector<HTMLInputElement>(
    `input[name="answers.${name}"]${value === undefined ? '' : `[value="${value}"]`}`,
  )!;
const choose = (name: string, value: string) => act(() => findField(name, value).click());
const type = (name: string, text: string) =>
  act(() => {
    findField(name).value = text;
    findField(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (label: string) =>
  act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click());
const findDialog = () => place.querySelector<HTMLDialogElement>('dialog')!;
const readFieldError = () => place.querySelector('fieldset [role="alert"]')!.textContent;
const listBodies = () => call.mock.calls.map(([{ body }]) => body);
const hide = (event: Event, target: EventTarget) =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    target.dispatchEvent(event);
  });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
  call.mockReset().mockResolvedValue({ ok: true, answer: {} });
  attempts += 1;
  action = `/api/user/mona/quiz-attempts/${attempts}`;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await show();
});

afterEach(async () => {
  await leave();
  place.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([
  ['the page is hidden', () => hide(new Event('visibilitychange'), document)],
  ['the page is closed', () => hide(new Event('pagehide'), window)],
  ['a link leads elsewhere', leave],
])('an answer given just before %s is sent with keepalive [N16]', async (_how, go) => {
  choose('one', '1');
  expect(call).not.toHaveBeenCalled();
  await go();
  expect(call.mock.calls).toEqual([
    [{ method: 'POST', url: action, body: { answers: { one: '1' }, finish: false }, keepalive: true }],
  ]);
});

test('an answer given while another is being sent is sent with it when the page is left [N16]', async () => {
  call.mockReturnValueOnce(new Promise(() => undefined));
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  type('number', '7');
  await leave();
  expect(listBodies()).toEqual([
    { answers: { one: '1' }, finish: false },
    { answers: { one: '1', number: '7' }, finish: false },
  ]);
});

test('answers given without a network are restored and sent when the attempt is reopened [N16]', async () => {
  call.mockResolvedValue(refused);
  choose('one', '1');
  choose('several.0', '1');
  choose('several.1', '1');
  type('number', '7');
  await act(async () => place.querySelectorAll<HTMLButtonElement>('ol button')[1]!.click());
  await leave();
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllTimers();
  call.mockReset().mockResolvedValue({ ok: true, answer: {} });
  await reopenForm();
  const answers = { one: '1', several: { shown: '1', 1: '1' }, number: '7', order: { 0: '2', 1: '1', 2: '3' } };
  expect([
    findField('one', '1').checked,
    findField('several.0').checked,
    findField('several.1').checked,
    findField('number').value,
  ]).toEqual([true, false, true, '7']);
  expect([...place.querySelectorAll('ol li')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('second'),
    expect.stringContaining('first'),
    expect.stringContaining('third'),
  ]);
  expect(listBodies()[0]).toEqual({ answers, finish: false });
  expect(localStorage.length).toBe(0);
});

test('returning to the form shows the answers saved earlier, and finishing keeps them [N16]', async () => {
  choose('several.1', '1');
  await leave();
  await reopenForm();
  expect(findField('several.1').checked).toBe(true);
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await press('finish');
  await press('finishAnyway');
  expect(listBodies().at(-1)).toMatchObject({ answers: { several: { 0: '1', 1: '1' } }, finish: true });
});

test('a failed save is retried, and an attempt that is over gets no more answers [N16]', async () => {
  call.mockResolvedValueOnce(refused);
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(place.textContent).toContain('saveFailed');
  call.mockResolvedValue({ ok: false, status: 409, key: 'attempt-over', title: '', errors: {} });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect([call.mock.calls.length, assign.mock.calls.length, localStorage.length]).toEqual([2, 1, 0]);
});

test('the focus follows an item moved by its buttons to either end, and its new place is announced [N16]', () => {
  const press = (item: string, way: 'up' | 'down') => {
    const button = place.querySelector<HTMLButtonElement>(`button[aria-label="${way}: ${item}"]`)!;
    button.focus();
    act(() => button.click());
    return [
      document.activeElement?.getAttribute('aria-label'),
      place.querySelector('ol + span [role="status"]')?.textContent,
    ];
  };
  expect(press('second', 'up')).toEqual(['up: second', 'second 1/3']);
  expect(press('second', 'up')).toEqual(['up: second', 'second 1/3']);
  expect(press('second', 'down')).toEqual(['down: second', 'second 2/3']);
  expect(press('second', 'down')).toEqual(['down: second', 'second 3/3']);
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
});

test('finishing with unanswered questions asks for confirmation, and nothing is sent or lost before it [N16]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  call.mockClear();
  await press('finish');
  expect([findDialog().open, findDialog().textContent, call.mock.calls.length]).toEqual([
    true,
    expect.stringContaining('2 of 4 open'),
    0,
  ]);
  await press('toQuestions');
  expect([findDialog().open, findField('one', '1').checked, call.mock.calls.length]).toEqual([false, true, 0]);
  await press('finish');
  await press('finishAnyway');
  expect(listBodies()).toEqual([{ answers: { one: '1', several: { shown: '1', 0: '1' }, number: '' }, finish: true }]);
  expect(assign).toHaveBeenCalledOnce();
});

test('finishing with all questions answered ends the attempt at once [N16]', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  choose('one', '1');
  type('number', '1,500 EGP');
  await act(async () => place.querySelectorAll<HTMLButtonElement>('ol button')[1]!.click());
  await press('finish');
  expect([findDialog().open, listBodies().at(-1)]).toEqual([
    false,
    expect.objectContaining({ answers: expect.objectContaining({ number: '1,500 EGP' }) as unknown, finish: true }),
  ]);
});

test('an unreadable number counts as unanswered, is reported at its field as typed, and prevents finishing [N16]', async () => {
  type('number', 'two hundred');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect([listBodies(), place.textContent]).toEqual([
    [{ answers: { number: '' }, finish: false }],
    expect.stringContaining('1 of 4'),
  ]);
  expect(readFieldError()).toBe('');
  act(() => {
    findField('number').focus();
    findField('number').blur();
  });
  expect([readFieldError(), findField('number').value, findField('number').getAttribute('aria-invalid')]).toEqual([
    'numberUnreadable',
    'two hundred',
    'true',
  ]);
  await press('finish');
  expect([document.activeElement, findDialog().open, call.mock.calls.length]).toEqual([findField('number'), false, 1]);
  type('number', '٢٠٠ جنيه');
  expect(readFieldError()).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect([listBodies().at(-1), place.textContent]).toEqual([
    { answers: { number: '٢٠٠ جنيه' }, finish: false },
    expect.stringContaining('2 of 4'),
  ]);
});
