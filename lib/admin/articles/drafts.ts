import 'server-only';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { assertMay, type MaybeActor } from '@/lib/actor';
import { articleDraftSchema, cleanDraft, findDraft, listNewDrafts, takeDraft, type ArticleDraft, type StoredDraft } from '@/lib/blog/drafts';
import { db, isUniqueViolation, transaction, type Tx } from '@/lib/database/client';
import { inEachLanguage, languages, type Language } from '@/lib/language';
import { notFound, Problem } from '@/lib/problem';
import { wholeNumber } from '@/lib/schemas';
import { previewToken } from '../content/preview';
import { findAdminArticle, type AdminArticle } from './articles';

/** What a draft was written over: the draft's number, 0 for none, and the article's `updatedAt`, null for a new one. */
const begunFrom = { number: z.int().min(0), updatedAt: z.iso.datetime().nullable() };
export const articleDraftChangeSchema = z.object({ ...begunFrom, values: articleDraftSchema });
export const articleDraftRemovalSchema = z.object({ number: wholeNumber(999_999, 'whole_number') });

/** An article as its editor shows it. */
export interface ArticleState {
  readonly id: string;
  readonly number: number;
  readonly updatedAt: string | null;
  /** The draft, or what is published when there is none. */
  readonly values: ArticleDraft;
  readonly published: { readonly updatedAt: string; readonly values: ArticleDraft } | null;
  readonly savedAt: Date | null;
}

const uuid = z.uuid();

/** @throws Problem 401, 403, 404 */
export async function requireArticleState(actor: MaybeActor, id: string): Promise<ArticleState> {
  assertMay(actor, 'articles');
  const [article, draft] = await Promise.all([findAdminArticle(id), findDraft(id)]);
  const published = article && { updatedAt: article.updatedAt.toISOString(), values: valuesOf(article) };
  const values = draft?.values ?? published?.values;
  if (!values) throw notFound();
  return {
    id, values, number: draft?.number ?? 0, published, savedAt: draft?.updatedAt ?? null,
    updatedAt: draft ? (draft.begunFrom?.toISOString() ?? null) : (published?.updatedAt ?? null),
  };
}

export const blankDraft = (publishedAt: string): ArticleDraft => ({ id: '', category: '', imageUrl: null, published: true, publishedAt, texts: {} });

/** Where readers find the article, in this language or the first that it has; null while they do not: hidden, or of a later hour. */
export function addressForReaders({ published }: ArticleState, lang: Language, now: Date): string | null {
  const shown = published?.values;
  const shownIn = [lang, ...languages].find((each) => shown?.texts[each]);
  return shown?.published && shown.publishedAt <= now.toISOString() && shownIn ? `/${shownIn}/articles/${shown.id}` : null;
}

const valuesOf = ({ id, category, imageUrl, published, publishedAt, texts }: AdminArticle): ArticleDraft =>
  ({ id, category, imageUrl, published, publishedAt: publishedAt.toISOString(), texts });

/**
 * Saves what was typed, complete or not; readers see the article as it was published. The first save of an editor is in the audit log, not each
 * that follows by itself.
 * @param id the article's; of a new one a UUID
 * @throws Problem 401, 403, 404, 409 `conflict` when somebody else saved or published since
 */
export async function saveArticleDraft(actor: MaybeActor, id: string, { number, updatedAt, values }: z.output<typeof articleDraftChangeSchema>): Promise<ArticleState> {
  assertMay(actor, 'articles');
  const body = JSON.stringify(cleanDraft(values));
  await noConflict(transaction(async (tx) => {
    const article = await tx.article.findUnique({ where: { id }, select: { updatedAt: true } });
    if (!article && !uuid.safeParse(id).success) throw notFound();
    const before = await findDraft(id, tx);
    if ((article?.updatedAt.toISOString() ?? null) !== updatedAt || (before?.number ?? 0) !== number) throw new Problem(409, 'conflict');
    await write(tx, id, { number, body, begunFrom: article?.updatedAt ?? null, authorId: actor.userId });
    if (before?.authorId !== actor.userId) await writeAudit(tx, { actor, action: 'article.draft', subject: `article:${id}` });
  }));
  return requireArticleState(actor, id);
}

async function write(tx: Tx, id: string, { number, ...data }: { number: number; body: string; begunFrom: Date | null; authorId: string }): Promise<void> {
  if (number === 0) {
    await tx.articleDraft.create({ data: { id, number: 1, ...data }, select: { id: true } });
    return;
  }
  const written = await tx.articleDraft.updateMany({ where: { id, number }, data: { number: number + 1, ...data } });
  if (written.count === 0) throw new Problem(409, 'conflict');
}

/** The article's editor shows what is published again; a new article is gone. @throws Problem 401, 403, 404, 409 `conflict` */
export async function removeArticleDraft(actor: MaybeActor, id: string, { number }: z.output<typeof articleDraftRemovalSchema>): Promise<void> {
  assertMay(actor, 'articles');
  await transaction(async (tx) => {
    const draft = await findDraft(id, tx);
    if (!draft) throw notFound();
    await takeDraft(tx, id, number);
    await writeAudit(tx, { actor, action: 'article.draft-remove', subject: `article:${id}`, detail: { name: inEachLanguage((lang) => titleOf(draft.values, lang)) } });
  });
}

export interface NewDraftRow { readonly id: string; readonly title: string; readonly author: string; readonly savedAt: Date }

export const mostNewDrafts = 50;

/** Articles that somebody began and nobody published. @throws Problem 401, 403 */
export async function listNewDraftRows(actor: MaybeActor, lang: Language): Promise<NewDraftRow[]> {
  assertMay(actor, 'articles');
  const drafts = await listNewDrafts(mostNewDrafts);
  const users = await (await db()).user.findMany({ where: { id: { in: drafts.flatMap(({ authorId }) => authorId ?? []) } }, select: { id: true, name: true } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return drafts.map(({ id, values, authorId, updatedAt }) => ({ id, title: titleOf(values, lang), author: names.get(authorId ?? '') ?? '', savedAt: updatedAt }));
}

/** In this language, else in any; empty when none is typed. */
export const titleOf = ({ texts, id }: Pick<StoredDraft['values'], 'texts' | 'id'>, lang: Language): string =>
  texts[lang]?.title || Object.values(texts).map((text) => text?.title).find(Boolean) || id;

/** Two new drafts at once: the row's key decides. */
async function noConflict(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw isUniqueViolation(error) ? new Problem(409, 'conflict') : error;
  }
}

/** The address of an article's page as its draft would be, for this session alone. @throws Problem 401, 403, 404 */
export async function articlePreviewAddress(actor: MaybeActor, id: string, lang: Language, at: Date): Promise<{ url: string }> {
  assertMay(actor, 'articles');
  await requireArticleState(actor, id);
  return { url: `/${lang}/articles/${encodeURIComponent(id)}?preview=${previewToken(actor, at)}` };
}
