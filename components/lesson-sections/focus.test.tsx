// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonRequest, Outcome } from '@/components/session/json-call';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';
import { NotesPanel } from './notes-panel';
import { QuestionsPanel } from './questions-panel';
import type { LessonPlace, WireList, WireQuestion, WireThread } from './section-data';

const call = vi.hoisted(() => vi.fn<(request: JsonRequest) => Promise<Outcome>>());
vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: call,
}));

const place: LessonPlace = {
  lang: 'en',
  userId: 'mona',
  courseSlug: 'course-a',
  lesson: '01.mp4',
  path: '/en/course/course-a/01.mp4',
};

const buildQuestion = (id: string): WireQuestion =>
  ({
    id,
    text: `text ${id}`,
    author: 'Mona',
    byTeam: false,
    own: true,
    edited: false,
    createdAt: '2026-11-20T10:00:00Z',
    hiddenWhy: null,
    answered: false,
    answerCount: 1,
  }) as unknown as WireQuestion;
const list: WireList = { rows: [buildQuestion('q1'), buildQuestion('q2')], page: 1, hasNext: false };
const buildThread = (id: string, answers: string[]): WireThread =>
  ({
    question: buildQuestion(id),
    answers: answers.map((answer) => ({ ...buildQuestion(answer), accepted: false })),
    mayAccept: false,
    page: 1,
    hasNext: false,
  }) as unknown as WireThread;

let root: Root;
let box: HTMLElement;

const answer = (found: unknown): Outcome => ({ ok: true, answer: found });
const show = (panel: ReactNode) => act(async () => root.render(provideMessages(panel)));
const press = (element: HTMLElement | null | undefined) =>
  act(async () => {
    element!.focus();
    element!.click();
  });
const findLink = (text: string, at = 0) =>
  [...box.querySelectorAll('a')].filter(({ textContent }) => textContent.includes(text))[at];
const describeFocus = () => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  call.mockReset();
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
  vi.unstubAllGlobals();
});

const openQuestions = () => show(<QuestionsPanel place={place} initial={{ view: { list }, typed: '', error: '' }} />);

test('opening a question focuses its heading and going back focuses the list’s; loading the page moves no focus [N15]', async () => {
  await openQuestions();
  expect(document.activeElement).toBe(document.body);
  call.mockResolvedValueOnce(answer(buildThread('q1', ['a1'])));
  await press(findLink('open'));
  expect(describeFocus()).toBe('H2 question');
  call.mockResolvedValueOnce(answer(list));
  await press(findLink('all_questions'));
  expect(describeFocus()).toBe('H2 all_questions');
});

test('removing an answer focuses the heading; sending one keeps the focus on the button [N15]', async () => {
  call.mockResolvedValueOnce(answer(buildThread('q1', ['a1'])));
  await openQuestions();
  await press(findLink('open'));
  call.mockResolvedValueOnce(answer({})).mockResolvedValueOnce(answer(buildThread('q1', ['a1', 'a2'])));
  const send = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'answer_send')!;
  box.querySelector<HTMLTextAreaElement>('#answer')!.value = 'Because';
  await press(send);
  expect([box.querySelectorAll('ol > li').length, document.activeElement]).toEqual([2, send]);
  call.mockResolvedValueOnce(answer({})).mockResolvedValueOnce(answer(buildThread('q1', ['a1'])));
  await press(box.querySelector<HTMLButtonElement>('form[action="/api/answers/a2/remove"] button'));
  expect([box.querySelectorAll('ol > li').length, describeFocus()]).toEqual([1, 'H2 question']);
});

test('the question opened last is shown, even if an earlier one arrives after it [N15]', async () => {
  await openQuestions();
  let arrive: (outcome: Outcome) => void = () => undefined;
  call
    .mockReturnValueOnce(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    )
    .mockResolvedValueOnce(answer(buildThread('q2', [])));
  await press(findLink('open', 0));
  await press(findLink('open', 1));
  await act(async () => arrive(answer(buildThread('q1', []))));
  expect(box.querySelector('article')?.textContent).toContain('text q2');
});

test('removing a note focuses the remaining list, or the empty message after the last note [N14]', async () => {
  const notes = ['n1', 'n2'].map((id, index) => ({ id, positionSeconds: index, text: id, url: `/${id}` }));
  await show(
    <NotesPanel
      place={place}

      initial={{ notes, typed: { positionSeconds: '0:01', text: '' }, error: '' }}
      requests={0}
    />,
  );
  call.mockResolvedValue(answer(null));
  const remove = () => press(box.querySelector<HTMLButtonElement>('form[action$="/remove"] button'));
  await remove();
  expect([document.activeElement?.tagName, box.querySelectorAll('ol > li').length]).toEqual(['OL', 1]);
  await remove();
  expect(describeFocus()).toBe('P empty');
});

test('a note written before the list has loaded is added to it [N14]', async () => {
  let arrive: (outcome: Outcome) => void = () => undefined;
  call.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  localStorage.setItem('note-draft:mona:course-a:01.mp4', 'mine');
  await show(<NotesPanel place={place} initial={undefined} requests={0} />);
  call.mockResolvedValueOnce(answer({ id: 'mine', positionSeconds: 3, text: 'mine', url: '/mine' }));
  const at = box.querySelector<HTMLInputElement>('#note-at')!;
  typeInto(at, '0:03');
  await act(async () => box.querySelector('form')!.requestSubmit());
  await act(async () => arrive(answer([{ id: 'older', positionSeconds: 5, text: 'older', url: '/older' }])));
  expect([...box.querySelectorAll('ol > li > p')].map(({ textContent }) => textContent)).toEqual(['mine', 'older']);
});
