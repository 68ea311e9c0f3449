// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inEachLanguage } from '@/lib/language';
import { provideMessages } from '@/tests/support/with-messages';
import { LessonOrder } from './lesson-order';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const names = inEachLanguage(() => 'New');
const buildLesson = (file: string) => ({
  file,
  name: inEachLanguage(() => 'Introduction'),
  freePreview: false,
  durationSeconds: 1,
});
let place: HTMLElement;
let root: Root;

function render(version: string, ...files: string[][]): void {
  const chapters = files.map((each) => ({ title: inEachLanguage(() => 'Chapter'), lessons: each.map(buildLesson) }));
  act(() =>
    root.render(
      provideMessages(
        <LessonOrder
          draftKey="plan"
          slug="course"
          lang="en"
          version={version}
          chapters={chapters}
          newChapterName={names}
          languageNames={names}
        />,
      ),
    ),
  );
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  render('1', ['a', 'b'], ['c']);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  localStorage.clear();
});

const findRow = (file: string) => document.getElementById(`lesson-${file}`)!;
const readOrder = () =>
  [...place.querySelectorAll('fieldset')]
    .map((chapter) => [...chapter.querySelectorAll('li')].map(({ id }) => id.slice(-1)).join(''))
    .join('|');
const readFocusedLabel = () => [
  document.activeElement?.closest('li')?.id.slice(-1),
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
];
const findButtonOf = (file: string, verb: string) =>
  findRow(file).querySelector<HTMLElement>(`[aria-label^="${verb}:"]`)!;

function press(button: HTMLElement): void {
  button.focus();
  act(() => button.click());
}
const findButton = (text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;

test('the focus follows a lesson moved by keyboard, to the top and across chapters, and its new place is announced [O7, V5]', () => {
  press(findButtonOf('b', 'move_up'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['ba|c', ['b', 'move_up: Introduction']]);
  press(findButtonOf('a', 'move_down'));
  expect([readOrder(), readFocusedLabel(), place.querySelector('[role=status]')?.textContent]).toEqual([
    'b|ac',
    ['a', 'move_down: Introduction'],
    'moved_to 2.1',
  ]);
  press(findButtonOf('a', 'move_up'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['ba|c', ['a', 'move_up: Introduction']]);
});

test('the focus stays in place when a lesson or chapter is removed, and goes to what undo restores [O7, V5]', () => {
  press(findButtonOf('a', 'remove_lesson'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['b|c', ['b', 'remove_lesson: Introduction']]);
  press(findButtonOf('b', 'remove_lesson'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['|c', [undefined, 'remove_chapter']]);
  press(findButton('remove_chapter'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['c', [undefined, 'new_chapter']]);
  press(findButton('undo_changes'));
  expect([readOrder(), readFocusedLabel()]).toEqual(['ab|c', ['a', 'remove_lesson: Introduction']]);
});

function dispatch(target: Element, type: string, data: Map<string, string>): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', {
    value: {
      get types() {
        return [...data.keys()];
      },
      setData: (key: string, value: string) => data.set(key, value),
    },
  });
  act(() => {
    target.dispatchEvent(event);
  });
  return event.defaultPrevented;
}

test('a lesson can be dragged only by its handle, so that its name can be selected, and carries data for Firefox [O7]', () => {
  expect([...place.querySelectorAll('[draggable=true]')].map((grip) => grip.closest('li')?.id)).toEqual([
    'lesson-a',
    'lesson-b',
    'lesson-c',
  ]);
  expect(place.querySelector('li[draggable]')).toBeNull();
  const data = new Map<string, string>();
  dispatch(findRow('c').querySelector('[draggable]')!, 'dragstart', data);
  expect([
    data.size,
    dispatch(findRow('a'), 'dragover', data),
    dispatch(findRow('a'), 'drop', data),
    readOrder(),
  ]).toEqual([1, true, true, 'cab|']);
});

test('a drag that ended elsewhere and a dragged file do not move a lesson [O7]', () => {
  const grip = findRow('c').querySelector('[draggable]')!;
  const data = new Map<string, string>();
  const file = new Map([['Files', '']]);
  dispatch(grip, 'dragstart', data);
  expect([dispatch(findRow('a'), 'dragover', file), dispatch(findRow('a'), 'drop', file)]).toEqual([false, false]);
  dispatch(grip, 'dragend', data);
  dispatch(findRow('a'), 'drop', data);
  expect(readOrder()).toBe('ab|c');
  dispatch(grip, 'dragstart', data);
  dispatch(findRow('a'), 'drop', data);
  dispatch(findRow('c'), 'drop', data);
  expect(readOrder()).toBe('cab|');
});

test('a lesson that arrives during editing is added to the plan without losing any move [O7]', () => {
  press(findButtonOf('b', 'move_up'));
  render('2', ['a', 'b'], ['c', 'd']);
  expect(readOrder()).toBe('ba|cd');
  press(findButtonOf('d', 'move_up'));
  expect(readOrder()).toBe('ba|dc');
});

test('a new lesson joins the chapter of its neighbours, wherever that is in the edited plan [O7]', () => {
  render('2', ['a'], ['b'], ['c']);
  press(findButtonOf('a', 'move_down'));
  press(findButton('remove_chapter'));
  expect(readOrder()).toBe('ab|c');
  render('3', ['a'], ['b', 'd'], ['c']);
  expect(readOrder()).toBe('abd|c');
});

test('an unedited plan follows the stored one; an edited plan is kept when another admin moves lessons [O7]', () => {
  render('2', ['b', 'a'], ['c']);
  expect(readOrder()).toBe('ba|c');
  press(findButtonOf('c', 'move_up'));
  render('3', ['a'], ['b', 'c']);
  expect(readOrder()).toBe('bac|');
});

test('an unsaved plan returns when its page is opened again, with lessons uploaded meanwhile, until it is discarded [O7]', () => {
  const openAgain = (version: string, ...files: string[][]) => {
    act(() => root.unmount());
    root = createRoot(place);
    render(version, ...files);
  };
  press(findButtonOf('b', 'move_up'));
  openAgain('1', ['a', 'b'], ['c']);
  expect([readOrder(), place.textContent.includes('draft_restored')]).toEqual(['ba|c', true]);
  openAgain('2', ['a', 'b'], ['c', 'd']);
  expect(readOrder()).toBe('ba|cd');
  openAgain('3', ['c', 'd'], ['a', 'b']);
  expect(readOrder()).toBe('ba|cd');
  press(findButton('discard'));
  expect([readOrder(), place.textContent.includes('draft_restored')]).toEqual(['cd|ab', false]);
  openAgain('3', ['c', 'd'], ['a', 'b']);
  expect([readOrder(), place.textContent.includes('draft_restored')]).toEqual(['cd|ab', false]);
});
