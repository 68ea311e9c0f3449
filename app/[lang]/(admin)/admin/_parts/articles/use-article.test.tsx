// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callJson, type Outcome } from '../../../../_session/json-call';
import type { Values } from '../content/use-content';
import { useArticle, useArticleActions, type Article } from './use-article';

vi.mock('../../../../_session/json-call', () => ({ callJson: vi.fn() }));
const router = { replace: vi.fn(), refresh: vi.fn() };
vi.mock('next/navigation', () => ({ useRouter: () => router }));

const asked = vi.mocked(callJson);
const begun: Values = { all: { id: 'a-title', published: true }, ar: { title: 'قبل' } };
const typed: Values = { ...begun, ar: { title: 'بعد' } };
const draftOf = ({ all, ...texts }: Values) => ({ ...(all as object), texts });
const answer = (number: number, values: Values = typed): Outcome => ({ ok: true, answer: { id: 'a-title', number, updatedAt: 'u1', values: draftOf(values), published: { updatedAt: 'u1', values: draftOf(begun) } } });
const refusal = (status: number, key = ''): Outcome => ({ ok: false, status, key, title: '', errors: {} });
const first = { id: 'a-title', number: 0, updatedAt: 'u1', values: begun };
const name = 'article:hala:a-title';

let root: Root;
let article: Article;
let actions: ReturnType<typeof useArticleActions>;

function Probe({ isNew, onRender }: { isNew: boolean; onRender: (shown: Article, buttons: typeof actions) => void }) {
  const shown = useArticle({ isNew, first: isNew ? { ...first, updatedAt: null } : first, userId: 'hala', folder: '/ar/admin/articles' });
  onRender(shown, useArticleActions(shown, null, '/ar/admin/articles'));
  return null;
}

const remember = (shown: Article, buttons: typeof actions) => {
  article = shown;
  actions = buttons;
};

const open = (isNew = false) => {
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe isNew={isNew} onRender={remember} />));
};
const type = (values: Values) => act(() => article.change(values));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const copy = (of = name) => JSON.parse(localStorage.getItem(of) ?? 'null') as { values: Values } | null;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  vi.resetAllMocks();
  localStorage.clear();
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
});

test('N8 what is typed is in the browser at once and on the server soon after, over the version that was seen; then the copy goes', async () => {
  asked.mockResolvedValue(answer(1));
  open();
  type(typed);
  expect(copy()?.values).toEqual(typed);
  await pass(1600);
  expect(asked).toHaveBeenCalledExactlyOnceWith({ method: 'PUT', url: '/api/admin/articles/a-title/draft', body: { number: 0, updatedAt: 'u1', values: draftOf(typed) } });
  expect([article.status, article.dirty, article.saved.number, copy()]).toEqual(['saved', false, 1, null]);
});

test('N8 nothing is sent while nothing is typed', async () => {
  open();
  await pass(60_000);
  expect(asked).not.toHaveBeenCalled();
});

test('N8 without a network the copy stays and the draft is sent again, at once when the network is back', async () => {
  asked.mockResolvedValueOnce(refusal(0)).mockResolvedValue(answer(1));
  open();
  type(typed);
  await pass(1600);
  expect([article.status, copy()?.values]).toEqual(['unreachable', typed]);
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(1600);
  expect([article.status, copy()]).toEqual(['saved', null]);
});

test('N8 a copy that a closed tab left is shown and sent only when it is taken; given up, it is gone', async () => {
  localStorage.setItem(name, JSON.stringify({ id: 'a-title', number: 0, updatedAt: 'u1', values: typed }));
  open();
  await pass(60_000);
  expect([article.isRestored, article.value]).toEqual([true, typed]);
  expect(asked).not.toHaveBeenCalled();
  act(() => article.show(article.first));
  expect([article.isRestored, article.value, copy()]).toEqual([false, begun, null]);
});

test('N8 a new article has its copy where the next new article finds it, then an address of its own', async () => {
  asked.mockResolvedValue(answer(1));
  open(true);
  type(typed);
  expect(copy('article:hala:new')?.values).toEqual(typed);
  await pass(1600);
  expect([copy('article:hala:new'), window.location.pathname]).toEqual([null, '/ar/admin/articles/a-title']);
});

test('N8 of two editors the second sees the other version, sends nothing meanwhile, and goes on over it', async () => {
  const theirs: Values = { ...begun, ar: { title: 'منهم' } };
  asked.mockResolvedValueOnce(refusal(409, 'conflict')).mockResolvedValueOnce(answer(5, theirs)).mockResolvedValue(answer(6));
  open();
  type(typed);
  await pass(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect([article.theirs?.number, article.theirs?.values, copy()?.values]).toEqual([5, theirs, typed]);
  act(() => article.goOn(typed));
  await pass(1600);
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ body: expect.objectContaining({ number: 5 }) }));
});

test('N8 what a copy of an older version was typed over is not known, so it is not combined with theirs', async () => {
  localStorage.setItem(name, JSON.stringify({ id: 'a-title', number: 4, updatedAt: 'u0', values: typed }));
  const theirs: Values = { ...begun, en: { title: 'Theirs' } };
  asked.mockResolvedValueOnce(refusal(409, 'conflict')).mockResolvedValueOnce(answer(5, theirs));
  open();
  expect(article.beganFrom).toBeNull();
  act(() => article.goOnWithCopy());
  await pass(1600);
  expect([article.theirs?.values, article.beganFrom]).toEqual([theirs, null]);
  act(() => article.goOn(typed));
  expect(article.beganFrom).toEqual(theirs);
});

test('N8 publishing saves what is typed first and names the draft that ends', async () => {
  asked.mockResolvedValueOnce(answer(1)).mockResolvedValueOnce({ ok: true, answer: { id: 'a-title', updatedAt: 'u2' } });
  open();
  type(typed);
  await act(() => actions.publish('published'));
  expect(asked).toHaveBeenLastCalledWith({ method: 'POST', url: '/api/admin/articles', body: { ...draftOf(typed), updatedAt: 'u1', draft: { id: 'a-title', number: 1 } } });
  expect(router.replace).toHaveBeenCalledWith('/ar/admin/articles/a-title?done=published');
});

test('N8 what is typed while an article is published stays, as the beginning of its next draft under the published address', async () => {
  let publish: (outcome: Outcome) => void = () => undefined;
  asked.mockResolvedValueOnce(answer(1)).mockReturnValueOnce(new Promise((resolve) => { publish = resolve; })).mockResolvedValue(answer(1));
  open();
  type(typed);
  await act(async () => void actions.publish('published'));
  const later: Values = { ...begun, ar: { title: 'بعد ذلك' } };
  type(later);
  await act(async () => publish({ ok: true, answer: { id: 'new-address', updatedAt: 'u2' } }));
  expect([article.value, article.dirty, copy(), copy('article:hala:new-address')?.values]).toEqual([later, true, null, later]);
  await pass(1600);
  expect(asked).toHaveBeenLastCalledWith({ method: 'PUT', url: '/api/admin/articles/new-address/draft', body: { number: 0, updatedAt: 'u2', values: draftOf(later) } });
});
