// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '@/components/admin/documents/use-draft';
import { callJson, type Outcome } from '@/components/session/json-call';
import { type Article, useArticle } from './use-article';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: vi.fn(),
}));
const router = { replace: vi.fn(), refresh: vi.fn() };
vi.mock('next/navigation', () => ({ useRouter: () => router }));

const asked = vi.mocked(callJson);
const initialText: JsonObject = { all: { id: 'a-title', published: true }, ar: { title: 'قبل' } };
const typed: JsonObject = { ...initialText, ar: { title: 'بعد' } };
const toDraft = ({ all, ...texts }: JsonObject) => ({ ...(all as object), texts });
const answer = (number: number, values: JsonObject = typed): Outcome => ({
  ok: true,
  answer: {
    id: 'a-title',
    number,
    updatedAt: 'u1',
    values: toDraft(values),
    published: { updatedAt: 'u1', values: toDraft(initialText) },
  },
});
const createRefusal = (status: number, key = ''): Outcome => ({ ok: false, status, key, title: '', errors: {} });
const name = 'article:hala:a-title';

let root: Root;
let article: Article;
let draft: Article['draft'];

function Probe({ isNew, onRender }: { isNew: boolean; onRender: (shown: Article) => void }) {
  onRender(
    useArticle({
      isNew,
      initial: { version: { id: 'a-title', number: 0, updatedAt: isNew ? null : 'u1' }, value: initialText },
      published: null,
      userId: 'hala',
      folder: '/ar/admin/articles',
    }),
  );
  return null;
}

const remember = (shown: Article) => {
  article = shown;
  draft = shown.draft;
};

const open = (isNew = false) => {
  root = createRoot(document.createElement('div'));
  act(() => root.render(<Probe isNew={isNew} onRender={remember} />));
};
const type = (values: JsonObject) => act(() => draft.change(values));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const copy = (of = name) => JSON.parse(localStorage.getItem(of) ?? 'null') as { value: JsonObject } | null;

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

test('typed text is stored in the browser at once and saved to the server soon after, over the version the editor saw [N8]', async () => {
  asked.mockResolvedValue(answer(1));
  open();
  type(typed);
  expect(copy()?.value).toEqual(typed);
  await pass(1600);
  expect(asked).toHaveBeenCalledExactlyOnceWith({
    method: 'PUT',
    url: '/api/admin/articles/a-title/draft',
    body: { number: 0, updatedAt: 'u1', values: toDraft(typed) },
  });
  expect([draft.status, draft.isDirty, draft.saved.version.number, copy()]).toEqual(['saved', false, 1, null]);
});

test('nothing is sent while the editor types nothing [N8]', async () => {
  open();
  await pass(60_000);
  expect(asked).not.toHaveBeenCalled();
});

test('a draft that could not be sent is kept in the browser and sent again as soon as the network is back [N8]', async () => {
  asked.mockResolvedValueOnce(createRefusal(0)).mockResolvedValue(answer(1));
  open();
  type(typed);
  await pass(1600);
  expect([draft.status, copy()?.value]).toEqual(['unreachable', typed]);
  act(() => void window.dispatchEvent(new Event('online')));
  await pass(1600);
  expect([draft.status, copy()]).toEqual(['saved', null]);
});

test('a copy left by a closed tab is restored but sent only if the editor keeps it; discarding it deletes it [N8]', async () => {
  localStorage.setItem(name, JSON.stringify({ id: 'a-title', number: 0, updatedAt: 'u1', values: typed }));
  open();
  await pass(60_000);
  expect([draft.isRestored, draft.value]).toEqual([true, typed]);
  expect(asked).not.toHaveBeenCalled();
  act(() => draft.discard());
  expect([draft.isRestored, draft.value, copy()]).toEqual([false, initialText, null]);
});

test('a new article’s copy is stored where the next new article finds it, until the article has its own address [N8]', async () => {
  asked.mockResolvedValue(answer(1));
  open(true);
  type(typed);
  expect(copy('article:hala:new')?.value).toEqual(typed);
  await pass(1600);
  expect([copy('article:hala:new'), window.location.pathname]).toEqual([null, '/ar/admin/articles/a-title']);
});

test('the second of two editors sees the other version, sends nothing until a decision, and then saves over it [N8]', async () => {
  const theirs: JsonObject = { ...initialText, ar: { title: 'منهم' } };
  asked
    .mockResolvedValueOnce(createRefusal(409, 'conflict'))
    .mockResolvedValueOnce(answer(5, theirs))
    .mockResolvedValue(answer(6));
  open();
  type(typed);
  await pass(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect([draft.theirs?.version.number, draft.theirs?.value, copy()?.value]).toEqual([5, theirs, typed]);
  act(() => draft.continueEditing(typed));
  await pass(1600);
  expect(asked).toHaveBeenLastCalledWith(expect.objectContaining({ body: expect.objectContaining({ number: 5 }) }));
});

test('after an article with a draft is hidden in the list, its open editor shows the draft, not the published text [N8, O11]', async () => {
  const draftText: JsonObject = { ...typed, en: { title: 'Only in the draft' } };
  const hideArticle = (values: JsonObject): JsonObject => ({ ...values, all: { id: 'a-title', published: false } });
  const rebased = {
    id: 'a-title',
    number: 1,
    updatedAt: 'u2',
    values: toDraft(hideArticle(draftText)),
    published: { updatedAt: 'u2', values: toDraft(hideArticle(initialText)) },
  };
  asked
    .mockResolvedValueOnce(answer(1, draftText))
    .mockResolvedValueOnce(createRefusal(409, 'conflict'))
    .mockResolvedValueOnce({ ok: true, answer: rebased });
  open();
  type(draftText);
  await pass(1600);
  type({ ...draftText, ar: { title: 'بعد ذلك' } });
  await pass(1600);
  expect(draft.theirs).toEqual({
    version: { id: 'a-title', number: 1, updatedAt: 'u2' },
    value: hideArticle(draftText),
  });
});

test('after the article was published without its draft, its open editor shows the published text [N8]', async () => {
  const published = { updatedAt: 'u2', values: toDraft({ ...initialText, ar: { title: 'منهم' } }) };
  asked
    .mockResolvedValueOnce(answer(1))
    .mockResolvedValueOnce(createRefusal(409, 'conflict'))
    .mockResolvedValueOnce({
      ok: true,
      answer: { id: 'a-title', number: 1, updatedAt: 'u1', values: toDraft(typed), published },
    });
  open();
  type(typed);
  await pass(1600);
  type({ ...typed, ar: { title: 'بعد ذلك' } });
  await pass(1600);
  expect(draft.theirs).toEqual({
    version: { id: 'a-title', number: 1, updatedAt: 'u2' },
    value: { ...initialText, ar: { title: 'منهم' } },
  });
});

test('a copy of an older version cannot be combined with the other version, because its base is unknown [N8]', async () => {
  localStorage.setItem(name, JSON.stringify({ version: { id: 'a-title', number: 4, updatedAt: 'u0' }, value: typed }));
  const theirs: JsonObject = { ...initialText, en: { title: 'Theirs' } };
  asked.mockResolvedValueOnce(createRefusal(409, 'conflict')).mockResolvedValueOnce(answer(5, theirs));
  open();
  expect(draft.baseValue).toBeNull();
  act(() => draft.keepRestored());
  await pass(1600);
  expect([draft.theirs?.value, draft.baseValue]).toEqual([theirs, null]);
  act(() => draft.continueEditing(typed));
  expect(draft.baseValue).toEqual(theirs);
});

test('text whose article or draft is gone continues as a draft of its own, on that draft’s page [N8]', async () => {
  asked
    .mockResolvedValueOnce({ ok: true, answer: { id: 'own', number: 1, updatedAt: null } })
    .mockResolvedValue(answer(2));
  open();
  type(typed);
  await pass(1600);
  expect(router.replace).toHaveBeenCalledExactlyOnceWith('/ar/admin/articles/own?done=plain_conflict');
  const later: JsonObject = { ...initialText, ar: { title: 'بعد ذلك' } };
  type(later);
  expect([copy()?.value, copy('article:hala:own')?.value]).toEqual([undefined, later]);
  await pass(1600);
  expect(asked).toHaveBeenLastCalledWith({
    method: 'PUT',
    url: '/api/admin/articles/own/draft',
    body: { number: 1, updatedAt: null, values: toDraft(later) },
  });
});

test('discarding a draft first waits for its autosave, and saves nothing meanwhile [N8]', async () => {
  let save: (outcome: Outcome) => void = () => undefined;
  let discard: (outcome: Outcome) => void = () => undefined;
  asked
    .mockReturnValueOnce(
      new Promise((resolve) => {
        save = resolve;
      }),
    )
    .mockReturnValueOnce(
      new Promise((resolve) => {
        discard = resolve;
      }),
    );
  open();
  type(typed);
  await pass(1600);
  await act(async () => void article.deleteDraft());
  type({ ...typed, en: { title: 'More' } });
  await act(async () => save(answer(1)));
  expect(asked).toHaveBeenLastCalledWith({ method: 'DELETE', url: '/api/admin/articles/a-title/draft?number=1' });
  await pass(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  await act(async () => discard({ ok: true, answer: null }));
  expect([draft.isDirty, copy()]).toEqual([false, null]);
});

test('publishing first saves what was typed and names the draft that it ends [N8]', async () => {
  asked
    .mockResolvedValueOnce(answer(1))
    .mockResolvedValueOnce({ ok: true, answer: { id: 'a-title', updatedAt: 'u2' } });
  open();
  type(typed);
  await act(() => article.publish('published'));
  expect(asked).toHaveBeenLastCalledWith({
    method: 'POST',
    url: '/api/admin/articles',
    body: { ...toDraft(typed), updatedAt: 'u1', draft: { id: 'a-title', number: 1 } },
  });
  expect(router.replace).toHaveBeenCalledWith('/ar/admin/articles/a-title?done=published');
});

test('text typed while an article is being published becomes its next draft under the published address [N8]', async () => {
  let publish: (outcome: Outcome) => void = () => undefined;
  asked
    .mockResolvedValueOnce(answer(1))
    .mockReturnValueOnce(
      new Promise((resolve) => {
        publish = resolve;
      }),
    )
    .mockResolvedValue(answer(1));
  open();
  type(typed);
  await act(async () => void article.publish('published'));
  const later: JsonObject = { ...initialText, ar: { title: 'بعد ذلك' } };
  type(later);
  await act(async () => publish({ ok: true, answer: { id: 'new-address', updatedAt: 'u2' } }));
  expect([draft.value, draft.isDirty, copy(), copy('article:hala:new-address')?.value]).toEqual([
    later,
    true,
    null,
    later,
  ]);
  await pass(1600);
  expect(asked).toHaveBeenLastCalledWith({
    method: 'PUT',
    url: '/api/admin/articles/new-address/draft',
    body: { number: 0, updatedAt: 'u2', values: toDraft(later) },
  });
});
