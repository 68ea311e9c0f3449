import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { type ArticleInput, articleInputSchema } from '@/lib/articles/articles';
import { deleteDraft, rebaseDraft } from '@/lib/articles/drafts';
import { invalidateArticles, moveArticle, purgeArticles, saveArticle } from '@/lib/articles/save-article';
import { safeHtml } from '@/lib/content/safe-html';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { type Database, db, isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { searchQuery } from '@/lib/fold';
import { type Language, languages, type Localised } from '@/lib/language';
import { type Actor, assertMay, type MaybeActor } from '@/lib/permissions';
import { assertPicturesUsable } from '@/lib/pictures/pictures';
import { notFound, Problem } from '@/lib/problem';
import { pageNumber, singleLine } from '@/lib/schemas';

/** Changing `id` moves the article, and the old address redirects (row A14). */
export const articleChangeSchema = z.object({
  ...articleInputSchema.shape,
  updatedAt: z.iso.datetime().nullable().optional(),
  draft: z
    .object({ id: z.string().max(200), number: z.int().min(0) })
    .optional()
    .describe('Draft that this change publishes and then deletes.'),
});
export const articleFormSchema = z.object({ ...articleInputSchema.shape, publishedAt: z.iso.datetime() });
export type ArticleChange = z.output<typeof articleChangeSchema>;

export interface ArticleRow {
  id: string;
  category: string;
  published: boolean;
  publishedAt: Date;
  scheduled: boolean;
  hasDraft: boolean;
  views: number;
  updatedAt: Date;
  titles: Partial<Record<Language, string>>;
}

export type AdminArticle = ArticleInput & { views: number; updatedAt: Date };

export const articleQuerySchema = z.object({
  page: pageNumber,
  q: singleLine().max(100).optional(),
  sort: z.enum(['newest', 'oldest', 'most_read', 'least_read']).optional(),
});
type ArticleQuery = z.output<typeof articleQuerySchema>;

const sortOrders: Record<NonNullable<ArticleQuery['sort']>, Prisma.ArticleOrderByWithRelationInput[]> = {
  newest: [{ publishedAt: 'desc' }, { id: 'desc' }],
  oldest: [{ publishedAt: 'asc' }, { id: 'asc' }],
  most_read: [{ views: 'desc' }, { id: 'desc' }],
  least_read: [{ views: 'asc' }, { id: 'asc' }],
};

export async function listArticleRows(
  actor: MaybeActor,
  { page, q, sort = 'newest', now }: ArticleQuery & { now: Date },
): Promise<Page<ArticleRow>> {
  assertMay(actor, 'articles');
  const client = await db();
  const rows = await client.article.findMany({
    where: q ? { id: { in: await findArticleIdsByWords(client, q) } } : {},
    orderBy: sortOrders[sort],
    ...pageWindow(page),
    select: {
      id: true,
      category: true,
      published: true,
      publishedAt: true,
      views: true,
      updatedAt: true,
      texts: { select: { lang: true, title: true } },
    },
  });
  const drafts = await client.articleDraft.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: { id: true },
  });
  const draftIds = new Set(drafts.map(({ id }) => id));
  return pageOf(
    rows.map(({ texts, ...row }) => ({
      ...row,
      hasDraft: draftIds.has(row.id),
      scheduled: row.published && row.publishedAt > now,
      titles: Object.fromEntries(texts.map(({ lang, title }) => [lang, title])),
    })),
    page,
  );
}

async function findArticleIdsByWords(client: Database, query: string): Promise<string[]> {
  const words = searchQuery(query);
  if (!words) return [];
  const rows = await client.$queryRaw<
    Array<{ id: string }>
  >`SELECT DISTINCT "articleId" AS "id" FROM "ArticleText" WHERE "searchWords" @@ ${words}::tsquery`;
  return rows.map(({ id }) => id);
}

export async function requireAdminArticle(actor: MaybeActor, id: string): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const article = await findAdminArticle(id);
  if (!article) throw notFound();
  return article;
}

/** Checks no permission; the caller must. */
export async function findAdminArticle(id: string): Promise<AdminArticle | null> {
  const row = await (
    await db()
  ).article.findUnique({
    where: { id },
    select: {
      id: true,
      category: true,
      imageUrl: true,
      publishedAt: true,
      published: true,
      views: true,
      updatedAt: true,
      texts: { select: { lang: true, title: true, description: true, category: true, author: true, html: true } },
    },
  });
  if (!row) return null;
  const texts = Object.fromEntries(
    languages.flatMap((language) =>
      row.texts.filter(({ lang }) => lang === language).map(({ lang, ...text }) => [lang, text]),
    ),
  );
  return { ...row, texts };
}

/** `id` is null for a new article. @throws Problem 401, 403, 404, 409 `conflict`, `address-taken`; InvalidInput */
export async function changeArticle(
  actor: MaybeActor,
  id: string | null,
  change: ArticleChange,
): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const needsPurge = await transaction((tx) => applyArticleChange(tx, actor, id, change)).catch(
    async (error: unknown) => {
      const problem = isUniqueViolation(error) ? new Problem(409, 'address-taken') : error;
      if (problem instanceof Problem && problem.status === 409 && (await isAlreadySaved(change))) return false;
      throw problem;
    },
  );
  (needsPurge ? purgeArticles : invalidateArticles)(change.id, ...(id && id !== change.id ? [id] : []));
  return requireAdminArticle(actor, change.id);
}

/** True if an editor repeats a change whose response was lost. */
async function isAlreadySaved({
  id,
  category,
  imageUrl,
  published,
  publishedAt,
  texts,
}: ArticleChange): Promise<boolean> {
  const saved = await findAdminArticle(id);
  const sent = { category, imageUrl, published, publishedAt: publishedAt.toISOString(), texts: comparableTexts(texts) };
  return (
    saved !== null &&
    isDeepStrictEqual(sent, {
      category: saved.category,
      imageUrl: saved.imageUrl,
      published: saved.published,
      publishedAt: saved.publishedAt.toISOString(),
      texts: comparableTexts(saved.texts),
    })
  );
}

const comparableTexts = (texts: ArticleInput['texts']) =>
  languages.map((lang) => {
    const { title, description, category, author = '', html } = texts[lang] ?? {};
    return [title, description, category, author, safeHtml(html ?? '')];
  });

async function applyArticleChange(
  tx: Tx,
  actor: Actor,
  id: string | null,
  { updatedAt, draft, ...article }: ArticleChange,
): Promise<boolean> {
  await lockRow(tx, 'Article', id ?? article.id);
  const before = await tx.article.findUnique({
    where: { id: id ?? article.id },
    select: { updatedAt: true, published: true, publishedAt: true, texts: { select: { lang: true } } },
  });
  if (id === null && before) throw new Problem(409, 'address-taken');
  if (id !== null && !before) throw notFound();
  if (updatedAt && updatedAt !== before?.updatedAt.toISOString()) throw new Problem(409, 'conflict');
  if (draft) await deleteDraft(tx, draft.id, draft.number);
  if (id !== null && id !== article.id) {
    if (await tx.article.findUnique({ where: { id: article.id }, select: { id: true } }))
      throw new Problem(409, 'address-taken');
    await moveArticle(tx, id, article.id);
  }
  await assertPicturesUsable(tx, toPictureFields(article));
  // Create the row first: `saveArticle` would overwrite an article that another editor creates at this moment.
  if (id === null) {
    const { texts: _texts, ...shared } = article;
    await tx.article.create({ data: shared, select: { id: true } });
  }
  await saveArticle(tx, article);
  await writeAudit(tx, {
    actor,
    action: id === null ? 'article.create' : 'article.change',
    subject: `article:${article.id}`,
    detail: auditDetailOf(article),
  });
  if (!before?.published) return false;
  return (
    !article.published ||
    article.publishedAt > before.publishedAt ||
    before.texts.some(({ lang }) => !article.texts[lang as Language])
  );
}

/** Publishes or hides the saved article without its draft. @throws Problem 401, 403, 404, 409 `conflict` */
export async function setArticlePublished(
  actor: MaybeActor,
  id: string,
  { published, updatedAt }: { published: boolean; updatedAt: string },
): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const { category, imageUrl, publishedAt, texts, published: before } = await requireAdminArticle(actor, id);
  const needsPurge = await transaction(async (tx) => {
    const hidesContent = await applyArticleChange(tx, actor, id, {
      id,
      category,
      imageUrl,
      publishedAt,
      texts,
      published,
      updatedAt,
    });
    await rebaseDraft(tx, id, { updatedAt: new Date(updatedAt), published: before });
    return hidesContent;
  });
  (needsPurge ? purgeArticles : invalidateArticles)(id);
  return requireAdminArticle(actor, id);
}

const auditDetailOf = ({ texts, published, publishedAt }: ArticleInput) => ({
  languages: Object.keys(texts),
  ...(published ? { publishedAt: publishedAt.toISOString() } : { published }),
});

const toPictureFields = ({ imageUrl, texts }: Pick<ArticleInput, 'imageUrl' | 'texts'>): Record<string, string> => ({
  imageUrl: imageUrl ?? '',
  ...Object.fromEntries(Object.entries(texts).map(([lang, text]) => [`texts.${lang}.html`, text?.html ?? ''])),
});

export const titlesOfArticle = (texts: ReadonlyArray<{ lang: string; title: string }>): Localised =>
  titlesOf(Object.fromEntries(texts.map(({ lang, title }) => [lang, { title }])));

export async function removeArticle(actor: MaybeActor, id: string): Promise<void> {
  assertMay(actor, 'articles');
  await transaction(async (tx) => {
    const texts = await tx.articleText.findMany({ where: { articleId: id }, select: { lang: true, title: true } });
    const deleted = await tx.article.deleteMany({ where: { id } });
    if (deleted.count === 0) throw notFound();
    await tx.articleDraft.deleteMany({ where: { id } });
    await writeAudit(tx, {
      actor,
      action: 'article.remove',
      subject: `article:${id}`,
      detail: { name: titlesOfArticle(texts) },
    });
  });
  purgeArticles(id);
}
