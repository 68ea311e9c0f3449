// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { NotesPanel } from './notes-panel';
import { QuestionsPanel } from './questions-panel';
import type { LessonPlace, NotesInitial, QuestionsInitial } from './section-data';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: () => Promise.resolve({ ok: false, status: 0, key: 'unreachable', title: '', errors: {} }),
}));

const place: LessonPlace = {
  lang: 'en',
  userId: 'mona',
  courseSlug: 'course-a',
  lesson: '01.mp4',
  path: '/en/course/course-a/01.mp4',
};
const questions: QuestionsInitial = {
  view: { list: { rows: [], page: 1, hasNext: false } },
  typed: '',
  error: '',
};
const notes: NotesInitial = { notes: [], typed: { positionSeconds: '0:01', text: '' }, error: '' };
let root: Root;
let box: HTMLElement;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
  localStorage.clear();
});

const show = (panel: ReactNode) =>
  act(async () => {
    root.render(provideMessages(panel));
    await Promise.resolve();
  });
const readAlerts = () => [...box.querySelectorAll('[role="alert"]')].flatMap(({ textContent }) => textContent || []);
const send = () =>
  act(async () => {
    box.querySelector('form')?.requestSubmit();
    await Promise.resolve();
  });

test('questions that fail to load show a plain error; a question that fails to send says that its text is kept [N15]', async () => {
  await show(<QuestionsPanel place={place} initial={undefined} />);
  expect(readAlerts()).toEqual(['unreachable']);
  localStorage.setItem('question-draft:mona:/api/lesson-questions/course-a/01.mp4', 'How?');
  await show(<QuestionsPanel key="open" place={place} initial={questions} />);
  await send();
  expect(readAlerts()).toEqual(['unsent']);
  expect(box.querySelector('textarea')?.value).toBe('How?');
});

test('notes that fail to load show a plain error; a note that fails to save says that its text is kept [N14]', async () => {
  await show(<NotesPanel place={place} initial={undefined} requests={0} />);
  expect(readAlerts()).toEqual(['unreachable']);
  localStorage.setItem('note-draft:mona:course-a:01.mp4', 'Look again');
  await show(<NotesPanel key="open" place={place} initial={notes} requests={0} />);
  await send();
  expect(readAlerts()).toEqual(['unsaved']);
  expect(box.querySelector('textarea')?.value).toBe('Look again');
});
