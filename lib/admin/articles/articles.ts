import 'server-only';
import { z } from 'zod';
import { assertMay, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { moveDraftAlong, takeDraft } from '@/lib/blog/drafts';
import { searchQuery } from '@/lib/text/fold';
import { articlesChanged, articlesRemoved, moveArticle, saveArticle } from '@/lib/blog/save-article';
import { articleInputSchema, type ArticleInput } from '@/lib/blog/schema';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { db, transaction, type Database, type Prisma, type Tx } from '@/lib/database/client';
import { languages, type Language, type Localised } from '@/lib/language';
import { assertPicturesUsable } from '@/lib/media/assert-usable';
import { pageNumber, singleLine } from '@/lib/schemas';
import { notFound, Problem } from '@/lib/problem';
import { pageOf, windowOf, type Page } from '../lists';

/** `id` may differ from the address it is saved at: then the article moves, and its old address leads on (row A14). */
export const articleChangeSchema = z.object({
  ...articleInputSchema.shape, updatedAt: z.iso.datetime().nullable().optional(),
  draft: z.object({ id: z.string().max(200), number: z.int().min(0) }).optional().describe('The draft that is published with it, and is over then.'),
});
/** As the editor's form shows it. */
export const articleFormSchema = z.object({ ...articleInputSchema.shape, publishedAt: z.iso.datetime() });
export type ArticleChange = z.output<typeof articleChangeSchema>;

export interface ArticleRow {
  id: string; category: string; published: boolean; publishedAt: Date; scheduled: boolean; hasDraft: boolean; views: number; updatedAt: Date;
  titles: Partial<Record<Language, string>>;
}

export type AdminArticle = Omit<ArticleInput, 'texts'> & { texts: ArticleInput['texts']; views: number; updatedAt: Date };

export const articleQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional(), sort: z.enum(['newest', 'oldest', 'most_read', 'least_read']).optional() });
type ArticleQuery = z.output<typeof articleQuerySchema>;

const orders: Record<NonNullable<ArticleQuery['sort']>, Prisma.ArticleOrderByWithRelationInput[]> = {
  newest: [{ publishedAt: 'desc' }, { id: 'desc' }], oldest: [{ publishedAt: 'asc' }, { id: 'asc' }], most_read: [{ views: 'desc' }, { id: 'desc' }], least_read: [{ views: 'asc' }, { id: 'asc' }],
};

/** Newest first unless asked otherwise, with the languages each is written in (row O8); `q` is found in whatever language says it, published or not. @throws Problem 401, 403 */
export async function listArticleRows(actor: MaybeActor, { page, q, sort = 'newest', now }: ArticleQuery & { now: Date }): Promise<Page<ArticleRow>> {
  assertMay(actor, 'articles');
  const client = await db();
  const rows = await client.article.findMany({
    where: q ? { id: { in: await articlesSaying(client, q) } } : {},
    orderBy: orders[sort], ...windowOf(page),
    select: { id: true, category: true, published: true, publishedAt: true, views: true, updatedAt: true, texts: { select: { lang: true, title: true } } },
  });
  const drafts = await client.articleDraft.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, select: { id: true } });
  const drafted = new Set(drafts.map(({ id }) => id));
  return pageOf(rows.map(({ texts, ...row }) => ({
    ...row, hasDraft: drafted.has(row.id), scheduled: row.published && row.publishedAt > now, titles: Object.fromEntries(texts.map(({ lang, title }) => [lang, title])),
  })), page);
}

async function articlesSaying(client: Database, q: string): Promise<string[]> {
  const words = searchQuery(q);
  if (!words) return [];
  const rows = await client.$queryRaw<Array<{ id: string }>>`SELECT DISTINCT "articleId" AS "id" FROM "ArticleText" WHERE "searchWords" @@ ${words}::tsquery`;
  return rows.map(({ id }) => id);
}

/** @throws Problem 401, 403, 404 */
export async function requireAdminArticle(actor: MaybeActor, id: string): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const article = await findAdminArticle(id);
  if (!article) throw notFound();
  return article;
}

/** For functions that have checked the permission. */
export async function findAdminArticle(id: string): Promise<AdminArticle | null> {
  const row = await (await db()).article.findUnique({
    where: { id },
    select: {
      id: true, category: true, imageUrl: true, publishedAt: true, published: true, views: true, updatedAt: true,
      texts: { select: { lang: true, title: true, description: true, category: true, author: true, html: true } },
    },
  });
  if (!row) return null;
  const texts = Object.fromEntries(languages.flatMap((lang) => {
    const found = row.texts.find((text) => text.lang === lang);
    return found ? [[lang, { title: found.title, description: found.description, category: found.category, author: found.author, html: found.html }]] : [];
  }));
  return { ...row, texts };
}

/**
 * Saves an article in the languages it has text for; public at once, or at `publishedAt` when that is later.
 * @param id its present address, or null for a new one
 * @throws Problem 401, 403, 404, 409 `conflict`, `address-taken`, InvalidInput
 */
export async function changeArticle(actor: MaybeActor, id: string | null, change: ArticleChange): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const isShownLess = await transaction((tx) => writeChange(tx, actor, id, change));
  (isShownLess ? articlesRemoved : articlesChanged)(change.id, ...(id && id !== change.id ? [id] : []));
  return requireAdminArticle(actor, change.id);
}

/** @returns whether readers see less of the article than before */
async function writeChange(tx: Tx, actor: Actor, id: string | null, { updatedAt, draft, ...article }: ArticleChange): Promise<boolean> {
  const present = await tx.article.findUnique({ where: { id: id ?? article.id }, select: { updatedAt: true, published: true, publishedAt: true, texts: { select: { lang: true } } } });
  if (id === null && present) throw new Problem(409, 'address-taken');
  if (id !== null && !present) throw notFound();
  if (updatedAt && updatedAt !== present?.updatedAt.toISOString()) throw new Problem(409, 'conflict');
  if (draft) await takeDraft(tx, draft.id, draft.number);
  if (id !== null && id !== article.id) {
    if (await tx.article.findUnique({ where: { id: article.id }, select: { id: true } })) throw new Problem(409, 'address-taken');
    await moveArticle(tx, id, article.id);
  }
  await assertPicturesUsable(tx, pictureFieldsOf(article));
  await saveArticle(tx, article);
  await writeAudit(tx, { actor, action: id === null ? 'article.create' : 'article.change', subject: `article:${article.id}`, detail: detailOf(article) });
  if (!present?.published) return false;
  return !article.published || article.publishedAt > present.publishedAt || present.texts.some(({ lang }) => !article.texts[lang as Language]);
}

/**
 * Shows an article to readers, from `publishedAt` on, or hides it; everything else stays, its draft too.
 * @throws Problem 401, 403, 404, 409 `conflict`
 */
export async function setArticlePublished(actor: MaybeActor, id: string, { published, updatedAt }: { published: boolean; updatedAt: string }): Promise<AdminArticle> {
  assertMay(actor, 'articles');
  const { category, imageUrl, publishedAt, texts, published: before } = await requireAdminArticle(actor, id);
  const isShownLess = await transaction(async (tx) => {
    const isLess = await writeChange(tx, actor, id, { id, category, imageUrl, publishedAt, texts, published, updatedAt });
    await moveDraftAlong(tx, id, { updatedAt: new Date(updatedAt), published: before });
    return isLess;
  });
  (isShownLess ? articlesRemoved : articlesChanged)(id);
  return requireAdminArticle(actor, id);
}

const detailOf = ({ texts, published, publishedAt }: ArticleInput) =>
  ({ languages: Object.keys(texts), ...(published ? { publishedAt: publishedAt.toISOString() } : { published }) });

/** The fields that may name pictures of the library. */
const pictureFieldsOf = ({ imageUrl, texts }: Pick<ArticleInput, 'imageUrl' | 'texts'>): Record<string, string> => ({
  imageUrl: imageUrl ?? '', ...Object.fromEntries(Object.entries(texts).map(([lang, text]) => [`texts.${lang}.html`, text?.html ?? ''])),
});

export const titlesOfArticle = (texts: ReadonlyArray<{ lang: string; title: string }>): Localised => titlesOf(Object.fromEntries(texts.map(({ lang, title }) => [lang, { title }])));

export async function removeArticle(actor: MaybeActor, id: string): Promise<void> {
  assertMay(actor, 'articles');
  await transaction(async (tx) => {
    const texts = await tx.articleText.findMany({ where: { articleId: id }, select: { lang: true, title: true } });
    const gone = await tx.article.deleteMany({ where: { id } });
    if (gone.count === 0) throw notFound();
    await tx.articleDraft.deleteMany({ where: { id } });
    await writeAudit(tx, { actor, action: 'article.remove', subject: `article:${id}`, detail: { name: titlesOfArticle(texts) } });
  });
  articlesRemoved(id);
}
