import { beforeEach, describe, expect, it } from 'vitest';
import { findArticle } from '@/lib/articles/articles';
import { db } from '@/lib/database/client';
import { InvalidInput } from '@/lib/problem';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { articleChangeSchema, changeArticle, setArticlePublished } from './articles';
import { articleFormPostSchema, listNewDraftRows, requireArticleState, submitArticleForm } from './drafts';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor');
const uuid = '0198aaaa-0000-7000-8000-000000000001';
const arabic = {
  title: 'مقال بلا نصوص برمجية',
  description: 'وصف المقال بما يكفي من الكلام',
  category: 'أخبار',
  author: 'نادية فاروق',
  html: '<p>نص</p><script>alert(1)</script>',
};
const empty = { title: '', description: '', category: '', html: ' ' };
const buildForm = (over: Record<string, unknown> = {}) =>
  articleFormPostSchema.parse({
    action: 'publish',
    number: '0',
    updatedAt: '',
    id: 'plain-title',
    category: 'news',
    imageUrl: '',
    publishedAt: '2026-11-20T12:30',
    published: 'on',
    texts: { ar: arabic, en: empty },
    ...over,
  });

beforeEach(async () => void (await resetDatabase()));

describe('an article without JavaScript [N8]', () => {
  it('is published with sanitised texts, at Cairo time, in the languages that have text [N8, X17]', async () => {
    expect(await submitArticleForm(editor, uuid, buildForm())).toEqual({ result: 'published', id: 'plain-title' });
    const state = await requireArticleState(editor, 'plain-title');
    expect(state.values).toMatchObject({
      publishedAt: '2026-11-20T10:30:00.000Z',
      published: true,
      imageUrl: null,
      texts: { ar: { author: 'نادية فاروق', html: '<p>نص</p>' } },
    });
    expect(Object.keys(state.values.texts)).toEqual(['ar']);
    expect([(await findArticle('plain-title', 'ar', now))?.title, await listNewDraftRows(editor, 'ar')]).toEqual([
      arabic.title,
      [],
    ]);
  });

  it('is kept as a draft with all that was typed, and the faulty fields are named, if it cannot be published [N8]', async () => {
    const outcome = await submitArticleForm(
      editor,
      uuid,
      buildForm({ publishedAt: '2026-13-40T99:99', texts: { ar: { ...arabic, title: '' } } }),
    );
    expect(outcome).toMatchObject({ result: 'refused', id: uuid });
    const issues =
      outcome.result === 'refused' && outcome.refusal instanceof InvalidInput ? outcome.refusal.error.issues : [];
    expect(issues.map(({ path }) => path.join('.'))).toEqual(expect.arrayContaining(['publishedAt', 'texts.ar.title']));
    expect((await requireArticleState(editor, uuid)).values.texts.ar).toMatchObject({
      title: '',
      description: arabic.description,
      html: '<p>نص</p>',
    });
    await submitArticleForm(editor, uuid, buildForm({ number: '1' }));
    const taken = await submitArticleForm(
      editor,
      '0198aaaa-0000-7000-8000-000000000002',
      buildForm({ category: 'other' }),
    );
    expect(taken).toMatchObject({ result: 'refused', refusal: { key: 'address-taken' } });
  });

  it('keeps an unchanged time, even in the hour that occurs twice when clocks change [O14]', async () => {
    const shownAt = '2026-10-29T21:30:00.000Z';
    await submitArticleForm(editor, uuid, buildForm({ shownAt, publishedAt: '2026-10-29T23:30' }));
    expect((await requireArticleState(editor, 'plain-title')).values.publishedAt).toBe(shownAt);
  });

  it('keeps an unreadable time exactly as typed [O14]', async () => {
    await submitArticleForm(editor, uuid, buildForm({ publishedAt: '2026-13-40T99:99' }));
    expect((await requireArticleState(editor, uuid)).values.publishedAt).toBe('2026-13-40T99:99');
  });

  it('is invisible when only saved, and appears at its time when scheduled [N8]', async () => {
    expect(await submitArticleForm(editor, uuid, buildForm({ action: 'save' }))).toEqual({ result: 'saved', id: uuid });
    expect(await findArticle('plain-title', 'ar', now)).toBeNull();
    await submitArticleForm(editor, uuid, buildForm({ number: '1', publishedAt: '2026-11-21T12:01' }));
    expect(await findArticle('plain-title', 'ar', now)).toBeNull();
    expect((await findArticle('plain-title', 'ar', new Date('2026-11-21T10:01:00Z')))?.title).toBe(arabic.title);
  });

  it('a second editor overwrites nothing and finds their text in a draft of their own [N8]', async () => {
    await submitArticleForm(editor, uuid, buildForm({ action: 'save' }));
    const late = await submitArticleForm(
      buildActor('admin'),
      uuid,
      buildForm({ texts: { ar: { ...arabic, title: 'من الثاني' } } }),
    );
    expect(late.result).toBe('conflict');
    expect(late.id).not.toBe(uuid);
    expect((await requireArticleState(editor, uuid)).values.texts.ar?.title).toBe(arabic.title);
    expect((await requireArticleState(editor, late.id)).values.texts.ar?.title).toBe('من الثاني');
    expect(await (await db()).article.count()).toBe(0);
  });

  it('text sent after its draft was published or its article was moved is kept as a draft of its own [N8]', async () => {
    await submitArticleForm(editor, uuid, buildForm());
    const { updatedAt, values } = await requireArticleState(editor, 'plain-title');
    await changeArticle(editor, 'plain-title', articleChangeSchema.parse({ ...values, id: 'moved-title' }));
    for (const late of [
      await submitArticleForm(editor, uuid, buildForm({ number: '1' })),
      await submitArticleForm(editor, 'plain-title', buildForm({ updatedAt })),
    ]) {
      expect(late.result).toBe('conflict');
      expect((await requireArticleState(editor, late.id)).values.texts.ar?.title).toBe(arabic.title);
    }
  });

  it('keeps the author of a language that has no other text [N8]', async () => {
    await submitArticleForm(
      editor,
      uuid,
      buildForm({
        action: 'save',
        texts: { ar: arabic, en: { ...empty, author: 'Nadia Farouk' }, de: { ...empty, author: ' ' } },
      }),
    );
    const { texts } = (await requireArticleState(editor, uuid)).values;
    expect([texts.en?.author, 'de' in texts]).toEqual(['Nadia Farouk', false]);
  });

  it('a draft can be saved and published after its article was hidden or shown in the list, and follows that change [N8, O11]', async () => {
    await submitArticleForm(editor, uuid, buildForm());
    const sendForm = async (over: Record<string, unknown>) => {
      const { number, updatedAt, values } = await requireArticleState(editor, 'plain-title');
      return submitArticleForm(
        editor,
        'plain-title',
        buildForm({ number: String(number), updatedAt, published: values.published ? 'on' : undefined, ...over }),
      );
    };
    const readUpdatedAt = async () => (await requireArticleState(editor, 'plain-title')).published?.updatedAt ?? '';
    await sendForm({ action: 'save', texts: { ar: { ...arabic, title: 'مسودة' } } });
    const { savedAt } = await requireArticleState(editor, 'plain-title');
    await setArticlePublished(editor, 'plain-title', { published: false, updatedAt: await readUpdatedAt() });
    expect(await requireArticleState(editor, 'plain-title')).toMatchObject({
      number: 1,
      savedAt,
      values: { published: false, texts: { ar: { title: 'مسودة' } } },
    });
    expect(await sendForm({ action: 'save', texts: { ar: { ...arabic, title: 'مسودة أخرى' } } })).toEqual({
      result: 'saved',
      id: 'plain-title',
    });
    await setArticlePublished(editor, 'plain-title', { published: true, updatedAt: await readUpdatedAt() });
    expect(await sendForm({ texts: { ar: { ...arabic, title: 'مسودة أخرى' } } })).toEqual({
      result: 'published',
      id: 'plain-title',
    });
    expect((await findArticle('plain-title', 'ar', now))?.title).toBe('مسودة أخرى');
  });

  it('a draft in conflict with another client’s publication stays in conflict when its article is hidden [N8, O11]', async () => {
    await submitArticleForm(editor, uuid, buildForm());
    const before = await requireArticleState(editor, 'plain-title');
    await submitArticleForm(editor, 'plain-title', buildForm({ action: 'save', updatedAt: before.updatedAt }));
    await changeArticle(editor, 'plain-title', articleChangeSchema.parse(before.values));
    await setArticlePublished(editor, 'plain-title', {
      published: false,
      updatedAt: (await requireArticleState(editor, 'plain-title')).published?.updatedAt ?? '',
    });
    expect(await requireArticleState(editor, 'plain-title')).toMatchObject({
      updatedAt: before.updatedAt,
      values: { published: true },
    });
  });

  it('only users who may write articles have access [N6]', async () => {
    await expect(submitArticleForm(null, uuid, buildForm())).rejects.toMatchObject({ status: 401 });
    await expect(submitArticleForm(buildActor('learner'), uuid, buildForm())).rejects.toMatchObject({ status: 403 });
    await expect(submitArticleForm(editor, 'no-such-article', buildForm())).rejects.toMatchObject({ status: 404 });
  });
});
