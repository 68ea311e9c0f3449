// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuizEditor } from '@/components/admin/quizzes/quiz-editor';
import type { FormLabels } from '@/components/form/form-labels';
import { callJson, type Outcome } from '@/components/session/json-call';
import type { GroupNode } from '@/lib/content/form/form-node';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';
import { DocumentEditor } from './document-editor';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: vi.fn(),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn(), replace: vi.fn() }) }));

const names = new Proxy({}, { get: (_target, name) => String(name) });
const form = { labels: {}, help: {}, messages: {}, picker: names, rich: names } as unknown as FormLabels;
const node: GroupNode = {
  kind: 'group',
  fields: [{ name: 'title', required: true, node: { kind: 'text', format: 'plain', nullable: false } }],
};

let root: Root;
let place: HTMLElement;
let answer: (outcome: Outcome) => Promise<void>;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
  vi.mocked(callJson).mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = (outcome) => act(async () => resolve(outcome));
      }),
  );
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const findField = () => place.querySelector<HTMLInputElement>('[name="title"]')!;
const type = (text: string) => typeInto(findField(), text);
const press = (label: string) =>
  act(async () => [...place.querySelectorAll('button')].find((button) => button.textContent === label)!.click());
const save = () => press('save');
const show = (editor: ReactNode) => act(() => root.render(provideMessages(editor)));

const course = (
  <DocumentEditor
    draftKey="course:hala:web"
    node={node}
    initial={{ title: 'Before' }}
    version="1"
    versionField={{ request: 'version', response: 'version' }}
    url="/api/admin/courses/web"
    form={form}
  />
);
const renderQuiz = (id: string | null) => (
  <QuizEditor
    draftKey={`quiz:hala:${id ?? 'new'}`}
    node={node}
    initial={{ title: 'Before', questions: [] }}
    version="1"
    id={id}
    folder="/ar/admin/quizzes"
    heading="Quiz"
    form={form}
    fieldNames={{}}
  />
);

const editors = [
  ['a course', 'course:hala:web', course, '/api/admin/courses/web'],
  ['a quiz', 'quiz:hala:web', renderQuiz('web'), '/api/admin/quizzes/web'],
] as const;

test.each(editors)(
  'keeps text typed during a save of %s and marks it as unsaved [O7, N16]',
  async (_, name, editor) => {
    show(editor);
    type('Sent');
    await save();
    type('Typed during the save');
    await answer({ ok: true, answer: { id: 'web', version: '2' } });
    expect(findField().value).toBe('Typed during the save');
    expect(JSON.parse(localStorage.getItem(name) ?? 'null')).toMatchObject({
      version: '2',
      value: { title: 'Typed during the save' },
    });
    expect(place.textContent).toContain('unsaved');
    expect([...place.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent).filter(Boolean)).toEqual(
      [],
    );
  },
);

const conflict: Outcome = { ok: false, status: 409, key: 'conflict', title: '', errors: {} };
const copy = (name: string) =>
  JSON.parse(localStorage.getItem(name) ?? 'null') as { version: string; value: { title: string } } | null;

test.each(editors)(
  'shows %s that another admin saved first, and saves the typed text over it [O7, N16]',
  async (_, name, editor, url) => {
    show(editor);
    type('Mine');
    await save();
    await answer(conflict);
    expect(callJson).toHaveBeenLastCalledWith({ method: 'GET', url });
    await answer({ ok: true, answer: { id: 'web', editedHere: true, title: 'Theirs', questions: [], version: '5' } });
    expect([
      place.textContent?.includes('conflict'),
      place.querySelector('del')?.textContent,
      place.querySelector('ins')?.textContent,
      findField().value,
      copy(name)?.value.title,
    ]).toEqual([true, 'Theirs', 'Mine', 'Mine', 'Mine']);
    await press('content_use_mine');
    expect([place.querySelector('del'), copy(name)?.version]).toEqual([null, '5']);
    await save();
    expect(vi.mocked(callJson).mock.lastCall?.[0]).toMatchObject({
      method: 'PUT',
      url,
      body: { title: 'Mine', version: '5' },
    });
    await answer({ ok: true, answer: { id: 'web', version: '6' } });
    expect(copy(name)).toBeNull();
  },
);

test.each(editors)(
  'replaces a copy of an older version of %s by the other version, but cannot combine them [O7, N16]',
  async (_, name, editor) => {
    localStorage.setItem(name, JSON.stringify({ version: '0', value: { title: 'Mine', questions: [] } }));
    show(editor);
    await save();
    await answer(conflict);
    await answer({ ok: true, answer: { title: 'Theirs', questions: [], version: '5' } });
    expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
      'content_combine',
    );
    await press('content_use_theirs');
    expect([findField().value, copy(name), place.querySelector('del')]).toEqual(['Theirs', null, null]);
  },
);

test('requests the other version again at the next save if it could not be read, and offers no second tab [O7]', async () => {
  show(course);
  type('Mine');
  await save();
  await answer(conflict);
  await answer({ ok: false, status: 0, key: 'unreachable', title: '', errors: {} });
  expect([
    findField().value,
    [...place.querySelectorAll('button')].some(({ textContent }) => textContent === 'reload'),
  ]).toEqual(['Mine', false]);
  await save();
  await answer(conflict);
  await answer({ ok: true, answer: { title: 'Theirs', version: '5' } });
  expect(place.querySelector('del')?.textContent).toBe('Theirs');
});

test('blocks a new quiz while it is being created [N16]', async () => {
  show(renderQuiz(null));
  type('Sent');
  await save();
  expect(findField().closest('[inert]')).not.toBeNull();
  await answer({ ok: false, status: 422, key: 'invalid', title: '', errors: {} });
  expect([findField().closest('[inert]'), findField().value]).toEqual([null, 'Sent']);
});
