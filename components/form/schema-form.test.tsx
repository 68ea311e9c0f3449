// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { quizSchema } from '@/lib/content/quiz-schema';
import { headerSchema } from '@/lib/content/schema';
import { buildQuiz } from '@/tests/support/quizzes';
import { typeInto } from '@/tests/support/typing';
import type { FormLabels } from './form-labels';
import { SchemaForm } from './schema-form';

const names = new Proxy({}, { get: (_target, name) => String(name) });
const labels = {
  lang: 'en',
  item: 'Item',
  set: 'Set',
  clear: 'Clear',
  labels: { '--ink': 'Text', '--paper': 'Page' },
  help: {},
  messages: { tab_home: 'Home' },
  shown_as: 'Visitors read:',
  picker: names,
  rich: names,
} as unknown as FormLabels;

function renderNode(node: FormNode, value: unknown, errors: Record<string, string> = {}): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <SchemaForm
      node={node}
      label="Form"
      value={value as JsonValue}
      errors={errors}
      labels={labels}
      onChange={() => undefined}
    />,
  );
  return place;
}

test('quiz questions are folded under their text in the page’s language, and a question with an error is open [N16, N5]', () => {
  const folds = [
    ...renderNode(buildForm(quizSchema), buildQuiz(), { 'questions.1.text.ar': 'Required' }).querySelectorAll(
      'details',
    ),
  ];
  expect(folds.slice(0, 3).map((fold) => [fold.querySelector('summary')?.textContent, fold.open])).toEqual([
    ['What is an address?', false],
    ['What is checked before launch?', true],
    ['A secret may reach the browser.', false],
  ]);
});

test('a record that contains a list is folded, a short one is not [N5]', () => {
  const text: FormNode = { kind: 'text', format: 'plain', nullable: false };
  const buildRecordList = (...names: string[]): FormNode => ({
    kind: 'list',
    item: {
      kind: 'group',
      fields: names.map((name) => ({
        name,
        required: true,
        node: name === 'details' ? { kind: 'list', item: text } : text,
      })),
    },
  });
  const countFolds = (node: FormNode, value: unknown) => renderNode(node, value).querySelectorAll('details').length;
  expect(
    countFolds(buildRecordList('title', 'details'), [
      { title: 'One', details: ['a'] },
      { title: 'Two', details: ['b'] },
    ]),
  ).toBe(2);
  expect(
    countFolds(buildRecordList('question', 'answer'), [
      { question: 'One', answer: 'a' },
      { question: 'Two', answer: 'b' },
    ]),
  ).toBe(0);
});

test('a field that holds an interface key shows the text that visitors read; another value shows itself [N5]', () => {
  const place = renderNode(buildForm(headerSchema), {
    logo: '/assets/midan/images/logo.svg',
    tabs: [
      { name: 'tab_home', route: '/home' },
      { name: 'constructor', route: '/offers' },
    ],
    languages: [],
  });
  const readError = (at: number) =>
    place.querySelector(`[id="${place.querySelector(`[name="tabs.${at}.name"]`)?.getAttribute('aria-describedby')}"]`)
      ?.textContent;
  expect([readError(0), readError(1)]).toEqual(['Visitors read: Home', undefined]);
  expect([...place.querySelectorAll('legend')].map((legend) => legend.textContent)).toEqual(
    expect.arrayContaining(['Home', 'constructor']),
  );
});

test('an error of a checkbox is shown below it [V5]', () => {
  const place = renderNode(
    { kind: 'group', fields: [{ name: 'published', required: true, node: { kind: 'boolean' } }] },
    { published: true },
    { published: 'A lesson is missing' },
  );
  const box = place.querySelector('input')!;
  expect([
    box.getAttribute('aria-invalid'),
    place.querySelector(`#${box.getAttribute('aria-describedby')}`)?.textContent,
  ]).toEqual(['true', 'A lesson is missing']);
});

test('colours and their errors use readable names [N5]', () => {
  const node: FormNode = { kind: 'map', value: { kind: 'text', format: 'plain', nullable: false } };
  const place = renderNode(node, { '--ink': '#ccc', '--other': '#000' }, { '--ink': '--ink on --paper' });
  expect([...place.querySelectorAll('label')].slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    'Text*',
    '--other*',
  ]);
  expect(place.querySelector('[id="field---ink-error"]')?.textContent).toBe('Text on Page');
});

test('a number is read in the page’s language and kept as typed, with an error if it is unreadable [V14]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const node: FormNode = {
    kind: 'group',
    fields: [{ name: 'tolerance', required: true, node: { kind: 'number', integer: false, nullable: false } }],
  };
  let value: JsonValue = { tolerance: 1299.5 };
  const root = createRoot(place);
  const draw = () =>
    root.render(
      <SchemaForm
        node={node}
        label="Form"
        value={value}
        labels={{ ...labels, lang: 'de', number_unclear: 'Unclear' }}
        onChange={(next) => {
          value = next;
          draw();
        }}
      />,
    );
  act(draw);
  const input = place.querySelector('input')!;
  const type = (text: string) => typeInto(input, text);
  expect(input.value).toBe('1299,5');
  for (const [text, read] of [
    ['1,', 1],
    ['1,5', 1.5],
    ['1.000', 1000],
    ['', 0],
    ['٩٩٫٥', 99.5],
    ['1,000', '1,000'],
  ] as const) {
    type(text);
    expect([input.value, value, place.querySelector('[role=alert]')?.textContent]).toEqual([
      text,
      { tolerance: read },
      typeof read === 'string' ? 'Unclear' : '',
    ]);
  }
  act(() => root.unmount());
});

test('one button adds and removes an optional group and keeps the focus [N5]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const text: FormNode = { kind: 'text', format: 'plain', nullable: false };
  const quote: FormNode = { kind: 'group', fields: [{ name: 'text', required: true, node: text }] };
  const node: FormNode = {
    kind: 'group',
    fields: [
      { name: 'title', required: true, node: text },
      { name: 'quote', required: false, node: quote },
      { name: 'always', required: true, node: quote },
    ],
  };
  const written: JsonValue[] = [];
  const show = (value: JsonValue) => {
    written.push(value);
    root.render(<SchemaForm node={node} label="Form" value={value} errors={{}} labels={labels} onChange={show} />);
  };
  act(() => show({ title: 'One', quote: { text: 'Very good' }, always: { text: 'Here' } }));
  const listButtonNames = () =>
    [...place.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
  expect(listButtonNames()).toEqual(['Clear: Quote']);
  const button = place.querySelector('button')!;
  button.focus();
  act(() => button.click());
  expect([
    written.at(-1),
    listButtonNames(),
    place.querySelector('[name="quote.text"]'),
    document.activeElement,
  ]).toEqual([{ title: 'One', always: { text: 'Here' } }, ['Set: Quote'], null, button]);
  act(() => button.click());
  expect([written.at(-1), listButtonNames(), document.activeElement]).toEqual([
    { title: 'One', always: { text: 'Here' }, quote: { text: '' } },
    ['Clear: Quote'],
    button,
  ]);
  act(() => root.unmount());
  place.remove();
});

test('removing a named value does not lose the focus [N5]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const node: FormNode = { kind: 'map', value: { kind: 'text', format: 'plain', nullable: false } };
  const show = (value: JsonValue) =>
    root.render(
      <SchemaForm node={node} label="Form" value={value} errors={{}} labels={labels} onChange={() => show({})} />,
    );
  act(() => show({ '--ink': '#ccc' }));
  const remove = place.querySelector<HTMLElement>('[aria-label$=": Text"]')!;
  remove.focus();
  act(() => remove.click());
  expect([place.querySelector('[aria-label$=": Text"]'), document.activeElement?.getAttribute('name')]).toEqual([
    null,
    'new-entry',
  ]);
  act(() => root.unmount());
  place.remove();
});

test('a record found by the search stays and keeps the focus while it is corrected [N5]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const text: FormNode = { kind: 'text', format: 'plain', nullable: false };
  const fields = ['title', 'a', 'b', 'c', 'd'].map((name) => ({ name, required: true, node: text }));
  const node: FormNode = { kind: 'list', item: { kind: 'group', fields } };
  const show = (value: JsonValue) =>
    root.render(<SchemaForm node={node} label="Form" value={value} labels={labels} onChange={show} />);
  const record = (title: string) => ({ title, a: '', b: '', c: '', d: '' });
  act(() => show(['Recieve', ...'1234567'].map(record)));
  const countVisible = () => place.querySelectorAll('ol > li:not([hidden])').length;
  const search = place.querySelector<HTMLInputElement>('[type=search]')!;
  const title = place.querySelector<HTMLInputElement>('[name="0.title"]')!;
  typeInto(search, 'recieve');
  expect(countVisible()).toBe(1);
  typeInto(title, 'Receive');
  expect([countVisible(), title.closest('li')?.hidden]).toEqual([1, false]);
  typeInto(search, 'recieve ');
  expect(countVisible()).toBe(0);
  typeInto(search, '');
  expect(countVisible()).toBe(8);
  act(() => root.unmount());
  place.remove();
});
