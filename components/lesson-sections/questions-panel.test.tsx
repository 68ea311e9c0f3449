// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { QuestionsPanel } from '@/components/lesson-sections/questions-panel';
import type { LessonPlace } from '@/components/lesson-sections/section-data';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';

const lesson = { courseSlug: 'c', lesson: 'l', lang: 'en', userId: 'mona', path: '/en/course' } as LessonPlace;

test('a question that is being written is still there after another question was opened; it is sent once [N15]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const sent = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', sent);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const show = (view: object, key: string) =>
    act(() =>
      root.render(
        provideMessages(<QuestionsPanel key={key} place={lesson} initial={{ view, typed: '', error: '' } as never} />),
      ),
    );
  const list = { list: { rows: [], page: 1, hasNext: false } };
  show(list, 'list');
  const findArea = () => place.querySelector('textarea')!;
  typeInto(findArea(), 'Why two folders?');
  show({ missing: true }, 'another');
  show(list, 'list again');
  expect(findArea().value).toBe('Why two folders?');
  for (let presses = 0; presses < 2; presses += 1) act(() => findArea().form!.requestSubmit());
  expect(sent).toHaveBeenCalledOnce();
  act(() => root.unmount());
  place.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('the view opened last is shown, whichever request is answered first [N15]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const asked: Array<{ url: string; answer: (answer: Response) => void }> = [];
  vi.stubGlobal('fetch', (url: string) => new Promise<Response>((answer) => asked.push({ url, answer })));
  const row = { id: 'q1', text: 'Why?', answered: false, answerCount: 0, createdAt: '2026-01-01T00:00:00Z' };
  const initial = { view: { list: { rows: [row], page: 2, hasNext: true } }, typed: '', error: '' } as never;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(provideMessages(<QuestionsPanel place={lesson} initial={initial} />)));
  const press = (text: string) =>
    act(() => [...place.querySelectorAll('a')].find(({ textContent }) => textContent?.includes(text))!.click());
  const answer = (at: number, text: string, page: number) =>
    act(async () => {
      asked[at]!.answer(Response.json({ rows: [{ ...row, text }], page, hasNext: true }));
      await new Promise((done) => setTimeout(done));
    });
  press('newer');
  press('older');
  expect(asked.map(({ url }) => url.split('?')[1])).toEqual(['page=1', 'page=3']);
  await answer(1, 'Of the third page', 3);
  await answer(0, 'Of the first page', 1);
  expect(place.textContent).toContain('Of the third page');
  expect(place.textContent).not.toContain('Of the first page');
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

test('after an answer, the page of answers that has it is shown [N15]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return url.endsWith('/answers')
      ? Response.json({ id: 'a21', page: 2 }, { status: 201 })
      : new Promise<Response>(() => undefined);
  });
  const question = { id: 'q1', text: 'Why?', answered: false, answerCount: 20, createdAt: '2026-01-01T00:00:00Z' };
  const thread = { question, answers: [], mayAccept: false, page: 1, hasNext: false };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() =>
    root.render(
      provideMessages(<QuestionsPanel place={lesson} initial={{ view: { thread }, typed: '', error: '' } as never} />),
    ),
  );
  typeInto(place.querySelector('textarea')!, 'Because');
  await act(async () => {
    place.querySelector('textarea')!.form!.requestSubmit();
    await new Promise((done) => setTimeout(done));
  });
  expect(sent.map((url) => url.replace('/api/questions/', ''))).toEqual(['q1/answers', 'q1?page=2']);
  act(() => root.unmount());
  place.remove();
  localStorage.clear();
  vi.unstubAllGlobals();
});
