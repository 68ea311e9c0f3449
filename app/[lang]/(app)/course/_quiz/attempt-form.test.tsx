// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttemptForm } from './attempt-form';
import type { JsonRequest, Outcome } from '../../../_session/json-call';
import type { ShownQuestion } from '@/lib/courses/quizzes/question';

const call = vi.hoisted(() => vi.fn<(request: JsonRequest) => Promise<Outcome>>());
vi.mock('../../../_session/json-call', () => ({ callJson: call }));

const questions: ShownQuestion[] = [
  { id: 'one', kind: 'one', text: 'Which?', options: ['a', 'b'], answer: null },
  { id: 'several', kind: 'several', text: 'Which ones?', options: ['a', 'b'], answer: [0] },
  { id: 'number', kind: 'number', text: 'How many?', options: [], answer: null },
  { id: 'order', kind: 'ordering', text: 'In which order?', options: ['first', 'second', 'third'], answer: null },
];
const texts: Record<string, string> = { movedTo: '{item} {place}/{count}', unanswered: '{count} of {total} open', answeredOf: '{answered} of {total}' };
const labels = new Proxy({}, { get: (_labels, key) => (texts[String(key)] ?? String(key)) }) as Parameters<typeof AttemptForm>[0]['labels'];
const refused: Outcome = { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
let action = '';
let attempts = 0;
let root: Root;
let place: HTMLElement;

const show = () => act(async () => root.render(<AttemptForm action={action} questions={questions} remainingMs={null} labels={labels} />));
const leave = () => act(async () => root.unmount());
const openAgain = () => {
  root = createRoot(place);
  return show();
};
const field = (name: string, value?: string) => place.querySelector<HTMLInputElement>(`input[name="answers.${name}"]${value === undefined ? '' : `[value="${value}"]`}`)!;
const choose = (name: string, value: string) => act(() => field(name, value).click());
const type = (name: string, text: string) => act(() => {
  field(name).value = text;
  field(name).dispatchEvent(new Event('input', { bubbles: true }));
});
const press = (label: string) => act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click());
const dialog = () => place.querySelector<HTMLDialogElement>('dialog')!;
const fieldError = () => place.querySelector('fieldset [role="alert"]')!.textContent;
const bodies = () => call.mock.calls.map(([{ body }]) => body);
const hide = (event: Event, target: EventTarget) => act(async () => {
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
])('N16 an answer given a moment before %s is sent, as one that arrives all the same', async (_how, go) => {
  choose('one', '1');
  expect(call).not.toHaveBeenCalled();
  await go();
  expect(call.mock.calls).toEqual([[{ method: 'POST', url: action, body: { answers: { one: '1' }, finish: false }, keepalive: true }]]);
});

test('N16 an answer given while another is on its way is sent with it when the page is left', async () => {
  call.mockReturnValueOnce(new Promise(() => undefined));
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  type('number', '7');
  await leave();
  expect(bodies()).toEqual([{ answers: { one: '1' }, finish: false }, { answers: { one: '1', number: '7' }, finish: false }]);
});

test('N16 what was answered without a network is there when the attempt is opened again, and is sent then', async () => {
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
  await openAgain();
  const answers = { one: '1', several: { shown: '1', 1: '1' }, number: '7', order: { 0: '2', 1: '1', 2: '3' } };
  expect([field('one', '1').checked, field('several.0').checked, field('several.1').checked, field('number').value]).toEqual([true, false, true, '7']);
  expect([...place.querySelectorAll('ol li')].map(({ textContent }) => textContent)).toEqual([expect.stringContaining('second'), expect.stringContaining('first'), expect.stringContaining('third')]);
  expect(bodies()[0]).toEqual({ answers, finish: false });
  expect(localStorage.length).toBe(0);
});

test('N16 on the way back the form shows what was saved meanwhile, and its end takes nothing away', async () => {
  choose('several.1', '1');
  await leave();
  await openAgain();
  expect(field('several.1').checked).toBe(true);
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await press('finish');
  await press('finishAnyway');
  expect(bodies().at(-1)).toMatchObject({ answers: { several: { 0: '1', 1: '1' } }, finish: true });
});

test('N16 what cannot be sent is tried again; an attempt that is over is sent nothing more', async () => {
  call.mockResolvedValueOnce(refused);
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect(place.textContent).toContain('saveFailed');
  call.mockResolvedValue({ ok: false, status: 409, key: 'attempt-over', title: '', errors: {} });
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect([call.mock.calls.length, assign.mock.calls.length, localStorage.length]).toEqual([2, 1, 0]);
});

test('N16 an item moved by its buttons is followed by the focus to either end, and its new place is said', () => {
  const press = (item: string, way: 'up' | 'down') => {
    const button = place.querySelector<HTMLButtonElement>(`button[aria-label="${way}: ${item}"]`)!;
    button.focus();
    act(() => button.click());
    return [document.activeElement?.getAttribute('aria-label'), place.querySelector('ol + span [role="status"]')?.textContent];
  };
  expect(press('second', 'up')).toEqual(['up: second', 'second 1/3']);
  expect(press('second', 'up')).toEqual(['up: second', 'second 1/3']);
  expect(press('second', 'down')).toEqual(['down: second', 'second 2/3']);
  expect(press('second', 'down')).toEqual(['down: second', 'second 3/3']);
  expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true');
});

test('N16 the end with questions unanswered is asked for once more, and nothing is sent or lost until then', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  choose('one', '1');
  await act(() => vi.advanceTimersByTimeAsync(400));
  call.mockClear();
  await press('finish');
  expect([dialog().open, dialog().textContent, call.mock.calls.length]).toEqual([true, expect.stringContaining('2 of 4 open'), 0]);
  await press('toQuestions');
  expect([dialog().open, field('one', '1').checked, call.mock.calls.length]).toEqual([false, true, 0]);
  await press('finish');
  await press('finishAnyway');
  expect(bodies()).toEqual([{ answers: { one: '1', several: { shown: '1', 0: '1' }, number: '' }, finish: true }]);
  expect(assign).toHaveBeenCalledOnce();
});

test('N16 with every question answered an attempt ends at once', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  choose('one', '1');
  type('number', '1,500 EGP');
  await act(async () => place.querySelectorAll<HTMLButtonElement>('ol button')[1]!.click());
  await press('finish');
  expect([dialog().open, bodies().at(-1)]).toEqual([false, expect.objectContaining({ answers: expect.objectContaining({ number: '1,500 EGP' }) as unknown, finish: true })]);
});

test('N16 a number that cannot be read counts as open, is said at its field with what was typed, and ends nothing', async () => {
  type('number', 'two hundred');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect([bodies(), place.textContent]).toEqual([[{ answers: { number: '' }, finish: false }], expect.stringContaining('1 of 4')]);
  expect(fieldError()).toBe('');
  act(() => { field('number').focus(); field('number').blur(); });
  expect([fieldError(), field('number').value, field('number').getAttribute('aria-invalid')]).toEqual(['numberUnreadable', 'two hundred', 'true']);
  await press('finish');
  expect([document.activeElement, dialog().open, call.mock.calls.length]).toEqual([field('number'), false, 1]);
  type('number', '٢٠٠ جنيه');
  expect(fieldError()).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(400));
  expect([bodies().at(-1), place.textContent]).toEqual([{ answers: { number: '٢٠٠ جنيه' }, finish: false }, expect.stringContaining('2 of 4')]);
});
