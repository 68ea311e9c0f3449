// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LessonPlace } from './lesson-place';
import { noteLabelKeys, type NotesInitial, type NotesLabels } from './notes/notes-labels';
import { NotesPanel } from './notes/notes-panel';
import { questionLabelKeys, type QuestionsInitial, type QuestionsLabels } from './questions/questions-labels';
import { QuestionsPanel } from './questions/questions-panel';

vi.mock('../../../_session/json-call', () => ({ callJson: () => Promise.resolve({ ok: false, status: 0, key: 'unreachable', title: '', errors: {} }) }));

const place: LessonPlace = { lang: 'en', userId: 'mona', courseSlug: 'course-a', lesson: '01.mp4', path: '/en/course/course-a/01.mp4' };
const named = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, key]));
const questionLabels = named(questionLabelKeys) as QuestionsLabels;
const noteLabels = named(noteLabelKeys) as NotesLabels;
const questions: QuestionsInitial = { view: { list: { rows: [], page: 1, hasNext: false } }, typed: 'How?', problem: '' };
const notes: NotesInitial = { notes: [], typed: { positionSeconds: '0:01', text: '' }, problem: '' };
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

const show = (panel: ReactNode) => act(async () => { root.render(panel); await Promise.resolve(); });
const alerts = () => [...box.querySelectorAll('[role="alert"]')].flatMap(({ textContent }) => textContent || []);
const send = () => act(async () => { box.querySelector('form')?.requestSubmit(); await Promise.resolve(); });

test('N15 questions that cannot be loaded say nothing of a text; one that cannot be sent says that it is still there', async () => {
  await show(<QuestionsPanel place={place} labels={questionLabels} initial={undefined} />);
  expect(alerts()).toEqual(['unreachable']);
  await show(<QuestionsPanel key="open" place={place} labels={questionLabels} initial={questions} />);
  await send();
  expect(alerts()).toEqual(['unsent']);
  expect(box.querySelector('textarea')?.value).toBe('How?');
});

test('N14 notes that cannot be loaded say nothing of a text; one that cannot be saved says that it is still there', async () => {
  await show(<NotesPanel place={place} labels={noteLabels} initial={undefined} requests={0} />);
  expect(alerts()).toEqual(['unreachable']);
  localStorage.setItem('note-draft:mona:course-a:01.mp4', 'Look again');
  await show(<NotesPanel key="open" place={place} labels={noteLabels} initial={notes} requests={0} />);
  await send();
  expect(alerts()).toEqual(['unsaved']);
  expect(box.querySelector('textarea')?.value).toBe('Look again');
});
