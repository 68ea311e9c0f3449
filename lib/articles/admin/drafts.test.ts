import { beforeEach, describe, expect, it } from 'vitest';
import { findArticle, listArticles } from '@/lib/articles/articles';
import type { ArticleDraft } from '@/lib/articles/drafts';
import { invalidateArticles } from '@/lib/articles/save-article';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { db } from '@/lib/database/client';
import { buildActor } from '@/tests/support/actors';
import { listAuditActions } from '@/tests/support/audit-log';
import { resetDatabase } from '@/tests/support/database';
import { matchProblem } from '@/tests/support/problems';
import { changeArticle, listArticleRows, removeArticle, setArticlePublished } from './articles';
import {
  createArticlePreviewUrl,
  listNewDraftRows,
  publicUrlOf,
  removeArticleDraft,
  requireArticleState,
  saveArticleDraft,
} from './drafts';

const now = new Date('2026-11-21T10:00:00Z');
const editor = buildActor('editor');
const other = buildActor('admin');
const uuid = '0198aaaa-0000-7000-8000-000000000001';
const buildText = (title: string, html = '<p>نص</p>') => ({
  title,
  html,
  description: 'وصف المقال بما يكفي من الكلام',
  category: 'أخبار',
});
const buildValues = (over: Partial<ArticleDraft> = {}): ArticleDraft => ({
  id: 'a-title',
  category: 'news',
  imageUrl: null,
  published: true,
  publishedAt: '2026-11-20T10:00:00.000Z',
  texts: { ar: buildText('عنوان المقال') },
  ...over,
});
const complete = (draft: ArticleDraft) => ({
  ...draft,
  publishedAt: new Date(draft.publishedAt),
  texts: draft.texts as { ar: ReturnType<typeof buildText> },
});
const publish = (draft = buildValues()) => changeArticle(editor, null, complete(draft));
const readState = (id = 'a-title') => requireArticleState(editor, id);
const edit = async (title: string, actor = editor) => {
  const { number, updatedAt } = await readState();
  return saveArticleDraft(actor, 'a-title', {
    number,
    updatedAt,
    values: buildValues({ texts: { ar: buildText(title) } }),
  });
};
const preview: PageContext = { status: null, tags: new Set(), nonce: 'n', isPreview: true };
const readShownTitle = async () => (await findArticle('a-title', 'ar', now))?.title;

beforeEach(async () => {
  await resetDatabase();
  invalidateArticles();
});

describe('drafts of articles [N8]', () => {
  it('saves a draft, finished or not, while readers see the published text until it is published [N8]', async () => {
    await publish();
    const saved = await edit('عنوان آخر');
    expect(saved).toMatchObject({
      number: 1,
      values: { texts: { ar: { title: 'عنوان آخر' } } },
      published: { values: { texts: { ar: { title: 'عنوان المقال' } } } },
    });
    const unfinished = await saveArticleDraft(editor, 'a-title', {
      number: 1,
      updatedAt: saved.updatedAt,
      values: buildValues({ category: '', publishedAt: '', texts: { ar: { title: '' }, de: {} } }),
    });
    expect(unfinished.number).toBe(2);
    expect(await readShownTitle()).toBe('عنوان المقال');
    expect((await listArticles({ lang: 'ar', page: 1, pageSize: 9, now })).articles.map(({ title }) => title)).toEqual([
      'عنوان المقال',
    ]);
    expect((await listArticleRows(editor, { page: 1, now })).rows).toMatchObject([{ id: 'a-title', hasDraft: true }]);
    await changeArticle(editor, 'a-title', {
      ...complete(buildValues({ texts: { ar: buildText('عنوان آخر') } })),
      updatedAt: unfinished.updatedAt,
      draft: { id: 'a-title', number: 2 },
    });
    expect([await readShownTitle(), (await readState()).number]).toEqual(['عنوان آخر', 0]);
  });

  it('a new article is a listed draft under its own id until it is published at its address [N8]', async () => {
    const saved = await saveArticleDraft(editor, uuid, { number: 0, updatedAt: null, values: buildValues() });
    expect(await listNewDraftRows(editor, 'en')).toMatchObject([{ id: uuid, title: 'عنوان المقال' }]);
    expect([await findArticle(uuid, 'ar', now), await readShownTitle()]).toEqual([null, undefined]);
    await changeArticle(editor, null, {
      ...complete(buildValues()),
      updatedAt: null,
      draft: { id: uuid, number: saved.number },
    });
    expect([await listNewDraftRows(editor, 'en'), await readShownTitle()]).toEqual([[], 'عنوان المقال']);
    await expect(
      saveArticleDraft(editor, 'no-such-article', { number: 0, updatedAt: null, values: buildValues() }),
    ).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('links to the article on the site only while readers can find it, in a language it has [N8, O8]', async () => {
    await publish();
    const state = await readState();
    expect([publicUrlOf(state, 'ar', now), publicUrlOf(state, 'de', now)]).toEqual([
      '/ar/articles/a-title',
      '/ar/articles/a-title',
    ]);
    expect(publicUrlOf(state, 'ar', new Date('2026-11-20T09:59:59Z'))).toBeNull();
    expect(
      publicUrlOf({ ...state, published: { updatedAt: '', values: buildValues({ published: false }) } }, 'ar', now),
    ).toBeNull();
    expect(publicUrlOf({ ...state, published: null }, 'ar', now)).toBeNull();
  });

  it('a second editor gets a conflict, and neither editor overwrites the other [N8]', async () => {
    await publish();
    const { updatedAt } = await readState();
    await edit('من الأول');
    const late = { updatedAt, values: buildValues({ texts: { ar: buildText('من الثاني') } }) };
    await expect(saveArticleDraft(other, 'a-title', { number: 0, ...late })).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
    await expect(
      changeArticle(other, 'a-title', {
        ...complete(late.values),
        updatedAt: updatedAt!,
        draft: { id: 'a-title', number: 0 },
      }),
    ).rejects.toEqual(matchProblem(409, 'conflict'));
    expect((await readState()).values.texts.ar?.title).toBe('من الأول');
    const racing = await Promise.allSettled(
      [1, 2, 3].map(() => saveArticleDraft(other, 'a-title', { number: 1, ...late })),
    );
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('refuses the second of two articles that get the same address at the same moment [N8, X30]', async () => {
    await publish(buildValues({ id: 'older' }));
    for (let round = 0; round < 10; round += 1) {
      const id = `same-${round}`;
      const results = await Promise.allSettled([
        publish(buildValues({ id, texts: { ar: buildText('من الأول') } })),
        changeArticle(other, null, complete(buildValues({ id, texts: { ar: buildText('من الثاني') } }))),
        changeArticle(other, round === 0 ? 'older' : `same-${round - 1}`, complete(buildValues({ id }))),
      ]);
      const refused = results.filter(({ status }) => status === 'rejected');
      expect(refused).toEqual(Array(2).fill({ status: 'rejected', reason: matchProblem(409, 'address-taken') }));
    }
  });

  it('publishing again after a lost response finds the own article, a new or a changed one [N8]', async () => {
    const draft = await saveArticleDraft(editor, uuid, { number: 0, updatedAt: null, values: buildValues() });
    const first = { ...complete(buildValues()), draft: { id: uuid, number: draft.number } };
    const published = await changeArticle(editor, null, first);
    expect(await changeArticle(editor, null, first)).toEqual(published);
    const change = {
      ...complete(buildValues({ texts: { ar: buildText('عنوان آخر', '<p>نص</p><img src="/assets/x.webp">') } })),
      updatedAt: published.updatedAt.toISOString(),
    };
    const changed = await changeArticle(editor, 'a-title', change);
    expect(await changeArticle(editor, 'a-title', change)).toEqual(changed);
    await expect(changeArticle(editor, null, first)).rejects.toEqual(matchProblem(409, 'address-taken'));
    expect(await listAuditActions()).toEqual(['article.draft', 'article.create', 'article.change']);
  });

  it('publishing from another client over a draft causes a conflict and keeps the draft [N8]', async () => {
    await publish();
    const { number, updatedAt } = await edit('مسودة');
    await changeArticle(other, 'a-title', complete(buildValues({ texts: { ar: buildText('نُشر بالواجهة') } })));
    await expect(saveArticleDraft(editor, 'a-title', { number, updatedAt, values: buildValues() })).rejects.toEqual(
      matchProblem(409, 'conflict'),
    );
    expect(await readState()).toMatchObject({
      number,
      updatedAt,
      values: { texts: { ar: { title: 'مسودة' } } },
      published: { values: { texts: { ar: { title: 'نُشر بالواجهة' } } } },
    });
  });

  it('a draft saved at the moment in which its article is hidden or shown stays based on that article [N8, O11, X30]', async () => {
    await publish();
    await edit('مسودة');
    for (let round = 0; round < 60; round += 1) {
      const { number, updatedAt, published } = await readState();
      const save = async () => {
        await new Promise((done) => setTimeout(done, (round % 30) / 2));
        return saveArticleDraft(editor, 'a-title', { number, updatedAt, values: buildValues() });
      };
      await Promise.allSettled([
        save(),
        setArticlePublished(other, 'a-title', { published: round % 2 === 1, updatedAt: published!.updatedAt }),
      ]);
      const after = await readState();
      expect(after.updatedAt).toBe(after.published!.updatedAt);
    }
  });

  it('a draft moves with its article and is deleted with it [N8]', async () => {
    await publish();
    await edit('مسودة');
    await changeArticle(other, 'a-title', complete(buildValues({ id: 'another-title' })));
    expect((await readState('another-title')).values.texts.ar?.title).toBe('مسودة');
    await removeArticle(editor, 'another-title');
    expect(await (await db()).articleDraft.count()).toBe(0);
  });

  it('text for a draft that was published elsewhere, or an article that was moved, becomes a draft of its own [N8]', async () => {
    const { number } = await saveArticleDraft(editor, uuid, { number: 0, updatedAt: null, values: buildValues() });
    await changeArticle(other, null, { ...complete(buildValues()), updatedAt: null, draft: { id: uuid, number } });
    const late = buildValues({ texts: { ar: buildText('كُتب بعد النشر') } });
    const first = await saveArticleDraft(editor, uuid, { number, updatedAt: null, values: late });
    const { updatedAt } = await readState();
    await changeArticle(other, 'a-title', complete(buildValues({ id: 'another-title' })));
    const second = await saveArticleDraft(editor, 'a-title', { number: 0, updatedAt, values: late });
    for (const own of [first, second])
      expect(own).toMatchObject({ number: 1, updatedAt: null, published: null, values: late });
    expect((await listNewDraftRows(editor, 'ar')).map(({ id }) => id).toSorted()).toEqual(
      [first.id, second.id].toSorted(),
    );
    expect((await saveArticleDraft(editor, first.id, { number: 1, updatedAt: null, values: late })).number).toBe(2);
  });

  it('a draft is discarded only at the version the editor saw [N8]', async () => {
    await publish();
    await edit('مسودة');
    await expect(removeArticleDraft(editor, 'a-title', { number: 2 })).rejects.toEqual(matchProblem(409, 'conflict'));
    await removeArticleDraft(editor, 'a-title', { number: 1 });
    expect(await readState()).toMatchObject({ number: 0, values: { texts: { ar: { title: 'عنوان المقال' } } } });
    await expect(removeArticleDraft(editor, 'a-title', { number: 0 })).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('drafts and published articles are sanitised the same way [N8, X17]', async () => {
    const hostile =
      '<p onclick="x()">نص<script>x()</script><a href="javascript:x()">y</a><img src="//evil.example/x"></p><p data-lesson-preview="&quot;><script>">z</p>';
    const clean = '<p>نص<a>y</a></p><p>z</p>';
    const saved = await saveArticleDraft(editor, uuid, {
      number: 0,
      updatedAt: null,
      values: buildValues({ texts: { ar: buildText('عنوان المقال', hostile) } }),
    });
    const published = await publish(buildValues({ texts: { ar: buildText('عنوان المقال', hostile) } }));
    expect([saved.values.texts.ar?.html, published.texts.ar?.html]).toEqual([clean, clean]);
  });

  it('a preview shows the draft, of a new article too; readers do not see it [N8]', async () => {
    await publish();
    await edit('مسودة');
    await saveArticleDraft(editor, uuid, {
      number: 0,
      updatedAt: null,
      values: buildValues({ id: 'new-one', texts: { de: { title: 'Ein Entwurf' } } }),
    });
    expect((await createArticlePreviewUrl(editor, uuid, 'de', now)).url).toMatch(
      new RegExp(`^/de/articles/${uuid}\\?preview=\\d+\\.[\\w-]{43}$`),
    );
    expect(
      await runInPageContext(preview, async () => [
        (await findArticle('a-title', 'ar', now))?.title,
        (await findArticle(uuid, 'de', now))?.title,
      ]),
    ).toEqual(['مسودة', 'Ein Entwurf']);
    expect([await readShownTitle(), await findArticle(uuid, 'de', now)]).toEqual(['عنوان المقال', null]);
    await expect(createArticlePreviewUrl(editor, 'nothing', 'de', now)).rejects.toEqual(matchProblem(404, 'not-found'));
  });

  it('a preview shows a typed publishing time as Cairo time, whatever the zone of the server [N8, O14]', async () => {
    await saveArticleDraft(editor, uuid, {
      number: 0,
      updatedAt: null,
      values: buildValues({ publishedAt: '2026-11-22T23:30' }),
    });
    const shown = await runInPageContext(preview, () => findArticle(uuid, 'ar', now));
    expect(shown?.publishedAt).toEqual(new Date('2026-11-22T21:30:00Z'));
  });

  it('learners have no access; the audit log records who started, published and discarded a draft [N6, N8]', async () => {
    const learner = buildActor('learner');
    await publish();
    const denied = [
      requireArticleState(learner, 'a-title'),
      saveArticleDraft(learner, 'a-title', { number: 0, updatedAt: null, values: buildValues() }),
      removeArticleDraft(learner, 'a-title', { number: 0 }),
      createArticlePreviewUrl(learner, 'a-title', 'ar', now),
      listNewDraftRows(learner, 'ar'),
    ];
    await Promise.all(denied.map((answer) => expect(answer).rejects.toEqual(expect.objectContaining({ status: 403 }))));
    await edit('واحد');
    await edit('اثنان');
    await edit('ثلاثة', other);
    await removeArticleDraft(editor, 'a-title', { number: 3 });
    expect(await listAuditActions()).toEqual([
      'article.create',
      'article.draft',
      'article.draft',
      'article.draft-remove',
    ]);
  });
});
