// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inEachLanguage } from '@/lib/language';
import { provideMessages } from '@/tests/support/with-messages';
import { LessonOrder } from './lesson-order';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const names = inEachLanguage(() => 'New');
const lesson = (file: string) => ({
  file,
  name: inEachLanguage(() => 'Introduction'),
  freePreview: false,
  durationSeconds: 1,
});
let place: HTMLElement;
let root: Root;

function render(version: string, ...files: string[][]): void {
  const chapters = files.map((each) => ({ title: inEachLanguage(() => 'Chapter'), lessons: each.map(lesson) }));
  act(() =>
    root.render(
      provideMessages(
        <LessonOrder
          name="plan"
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

const row = (file: string) => document.getElementById(`lesson-${file}`)!;
const order = () =>
  [...place.querySelectorAll('fieldset')]
    .map((chapter) => [...chapter.querySelectorAll('li')].map(({ id }) => id.slice(-1)).join(''))
    .join('|');
const focusedLabel = () => [
  document.activeElement?.closest('li')?.id.slice(-1),
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
];
const buttonOf = (file: string, verb: string) => row(file).querySelector<HTMLElement>(`[aria-label^="${verb}:"]`)!;

function press(button: HTMLElement): void {
  button.focus();
  act(() => button.click());
}
const buttonNamed = (text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;

test('the focus follows a lesson moved by keyboard, to the top and across chapters, and its new place is announced [O7, V5]', () => {
  press(buttonOf('b', 'move_up'));
  expect([order(), focusedLabel()]).toEqual(['ba|c', ['b', 'move_up: Introduction']]);
  press(buttonOf('a', 'move_down'));
  expect([order(), focusedLabel(), place.querySelector('[role=status]')?.textContent]).toEqual([
    'b|ac',
    ['a', 'move_down: Introduction'],
    'moved_to 2.1',
  ]);
  press(buttonOf('a', 'move_up'));
  expect([order(), focusedLabel()]).toEqual(['ba|c', ['a', 'move_up: Introduction']]);
});

test('the focus stays in place when a lesson or chapter is removed, and goes to what undo restores [O7, V5]', () => {
  press(buttonOf('a', 'remove_lesson'));
  expect([order(), focusedLabel()]).toEqual(['b|c', ['b', 'remove_lesson: Introduction']]);
  press(buttonOf('b', 'remove_lesson'));
  expect([order(), focusedLabel()]).toEqual(['|c', [undefined, 'remove_chapter']]);
  press(buttonNamed('remove_chapter'));
  expect([order(), focusedLabel()]).toEqual(['c', [undefined, 'new_chapter']]);
  press(buttonNamed('undo_changes'));
  expect([order(), focusedLabel()]).toEqual(['ab|c', ['a', 'remove_lesson: Introduction']]);
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
  dispatch(row('c').querySelector('[draggable]')!, 'dragstart', data);
  expect([data.size, dispatch(row('a'), 'dragover', data), dispatch(row('a'), 'drop', data), order()]).toEqual([
    1,
    true,
    true,
    'cab|',
  ]);
});

test('a drag that ended elsewhere and a dragged file do not move a lesson [O7]', () => {
  const grip = row('c').querySelector('[draggable]')!;
  const data = new Map<string, string>();
  const file = new Map([['Files', '']]);
  dispatch(grip, 'dragstart', data);
  expect([dispatch(row('a'), 'dragover', file), dispatch(row('a'), 'drop', file)]).toEqual([false, false]);
  dispatch(grip, 'dragend', data);
  dispatch(row('a'), 'drop', data);
  expect(order()).toBe('ab|c');
  dispatch(grip, 'dragstart', data);
  dispatch(row('a'), 'drop', data);
  dispatch(row('c'), 'drop', data);
  expect(order()).toBe('cab|');
});

test('a lesson that arrives during editing is added to the plan without losing any move [O7]', () => {
  press(buttonOf('b', 'move_up'));
  render('2', ['a', 'b'], ['c', 'd']);
  expect(order()).toBe('ba|cd');
  press(buttonOf('d', 'move_up'));
  expect(order()).toBe('ba|dc');
});

test('a new lesson joins the chapter of its neighbours, wherever that is in the edited plan [O7]', () => {
  render('2', ['a'], ['b'], ['c']);
  press(buttonOf('a', 'move_down'));
  press(buttonNamed('remove_chapter'));
  expect(order()).toBe('ab|c');
  render('3', ['a'], ['b', 'd'], ['c']);
  expect(order()).toBe('abd|c');
});

test('an unedited plan follows the stored one; an edited plan is kept when another admin moves lessons [O7]', () => {
  render('2', ['b', 'a'], ['c']);
  expect(order()).toBe('ba|c');
  press(buttonOf('c', 'move_up'));
  render('3', ['a'], ['b', 'c']);
  expect(order()).toBe('bac|');
});

test('an unsaved plan returns when its page is opened again, with lessons uploaded meanwhile, until it is discarded [O7]', () => {
  const openAgain = (version: string, ...files: string[][]) => {
    act(() => root.unmount());
    root = createRoot(place);
    render(version, ...files);
  };
  press(buttonOf('b', 'move_up'));
  openAgain('1', ['a', 'b'], ['c']);
  expect([order(), place.textContent.includes('draft_restored')]).toEqual(['ba|c', true]);
  openAgain('2', ['a', 'b'], ['c', 'd']);
  expect(order()).toBe('ba|cd');
  openAgain('3', ['c', 'd'], ['a', 'b']);
  expect(order()).toBe('ba|cd');
  press(buttonNamed('discard'));
  expect([order(), place.textContent.includes('draft_restored')]).toEqual(['cd|ab', false]);
  openAgain('3', ['c', 'd'], ['a', 'b']);
  expect([order(), place.textContent.includes('draft_restored')]).toEqual(['cd|ab', false]);
});
