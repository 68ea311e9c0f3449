import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import {
  type ArticleDraft,
  articleDraftSchema,
  deleteDraft,
  findDraft,
  listNewDrafts,
  sanitiseDraft,
  type StoredDraft,
} from '@/lib/articles/drafts';
import { cairoTimeOf, readTime } from '@/lib/clock';
import { previewToken } from '@/lib/content/admin/preview';
import { conflictOnDuplicate, db, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { inEachLanguage, type Language, languages } from '@/lib/language';
import { assertMay, type MaybeActor } from '@/lib/permissions';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { wholeNumber } from '@/lib/schemas';
import { type AdminArticle, articleChangeSchema, changeArticle, findAdminArticle } from './articles';

/** The state that the editor loaded: the draft's number (0 for none) and the article's `updatedAt` (null if new). */
const draftBase = { number: z.int().min(0), updatedAt: z.iso.datetime().nullable() };
export const articleDraftChangeSchema = z.object({ ...draftBase, values: articleDraftSchema });
export const articleDraftRemovalSchema = z.object({ number: wholeNumber(999_999, 'whole_number') });

export interface ArticleState {
  readonly id: string;
  readonly number: number;
  readonly updatedAt: string | null;
  readonly values: ArticleDraft;
  readonly published: { readonly updatedAt: string; readonly values: ArticleDraft } | null;
  readonly savedAt: Date | null;
}

const uuid = z.uuid();

export async function requireArticleState(actor: MaybeActor, id: string): Promise<ArticleState> {
  assertMay(actor, 'articles');
  const [article, draft] = await Promise.all([findAdminArticle(id), findDraft(id)]);
  const published = article && { updatedAt: article.updatedAt.toISOString(), values: toValues(article) };
  const values = draft?.values ?? published?.values;
  if (!values) throw notFound();
  return {
    id,
    values,
    number: draft?.number ?? 0,
    published,
    savedAt: draft?.updatedAt ?? null,
    updatedAt: draft ? (draft.begunFrom?.toISOString() ?? null) : (published?.updatedAt ?? null),
  };
}

export const blankDraft = (publishedAt: string): ArticleDraft => ({
  id: '',
  category: '',
  imageUrl: null,
  published: true,
  publishedAt,
  texts: {},
});

/** Returns the public address in `lang`, or else in the first available language; null while hidden or scheduled. */
export function publicUrlOf({ published }: ArticleState, lang: Language, now: Date): string | null {
  const shown = published?.values;
  const shownIn = [lang, ...languages].find((each) => shown?.texts[each]);
  return shown?.published && shown.publishedAt <= now.toISOString() && shownIn
    ? `/${shownIn}/articles/${shown.id}`
    : null;
}

const toValues = ({ id, category, imageUrl, published, publishedAt, texts }: AdminArticle): ArticleDraft => ({
  id,
  category,
  imageUrl,
  published,
  publishedAt: publishedAt.toISOString(),
  texts,
});

/**
 * Audits only an editor's first save. If the article was moved or deleted meanwhile, the text becomes a draft of its
 * own, with a new id. @throws Problem 401, 403, 404, 409 `conflict`
 */
export async function saveArticleDraft(
  actor: MaybeActor,
  id: string,
  { number, updatedAt, values }: z.output<typeof articleDraftChangeSchema>,
): Promise<ArticleState> {
  assertMay(actor, 'articles');
  const body = JSON.stringify(sanitiseDraft(values));
  const storedId = await conflictOnDuplicate(
    transaction(async (tx) => {
      await lockRow(tx, 'Article', id);
      const article = await tx.article.findUnique({ where: { id }, select: { updatedAt: true } });
      const before = await findDraft(id, tx);
      const isGone = !article && !before && (number > 0 || updatedAt !== null);
      const draftId = isGone ? randomUUID() : id;
      if (!article && !uuid.safeParse(draftId).success) throw notFound();
      const isCurrent = (article?.updatedAt.toISOString() ?? null) === updatedAt && (before?.number ?? 0) === number;
      if (!isGone && !isCurrent) throw new Problem(409, 'conflict');
      await writeDraft(tx, draftId, {
        number: isGone ? 0 : number,
        body,
        begunFrom: article?.updatedAt ?? null,
        authorId: actor.userId,
      });
      if (before?.authorId !== actor.userId)
        await writeAudit(tx, { actor, action: 'article.draft', subject: `article:${draftId}` });
      return draftId;
    }),
  );
  return requireArticleState(actor, storedId);
}

async function writeDraft(
  tx: Tx,
  id: string,
  { number, ...data }: { number: number; body: string; begunFrom: Date | null; authorId: string },
): Promise<void> {
  if (number === 0) {
    await tx.articleDraft.create({ data: { id, number: 1, ...data }, select: { id: true } });
    return;
  }
  const written = await tx.articleDraft.updateMany({ where: { id, number }, data: { number: number + 1, ...data } });
  if (written.count === 0) throw new Problem(409, 'conflict');
}

/** Reverts to the published article, or deletes a new one. @throws Problem 401, 403, 404, 409 `conflict` */
export async function removeArticleDraft(
  actor: MaybeActor,
  id: string,
  { number }: z.output<typeof articleDraftRemovalSchema>,
): Promise<void> {
  assertMay(actor, 'articles');
  await transaction(async (tx) => {
    const draft = await findDraft(id, tx);
    if (!draft) throw notFound();
    await deleteDraft(tx, id, number);
    await writeAudit(tx, {
      actor,
      action: 'article.draft-remove',
      subject: `article:${id}`,
      detail: { name: inEachLanguage((lang) => titleOf(draft.values, lang)) },
    });
  });
}

export interface NewDraftRow {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly savedAt: Date;
}

export const maxNewDrafts = 50;

export async function listNewDraftRows(actor: MaybeActor, lang: Language): Promise<NewDraftRow[]> {
  assertMay(actor, 'articles');
  const drafts = await listNewDrafts(maxNewDrafts);
  const users = await (
    await db()
  ).user.findMany({
    where: { id: { in: drafts.flatMap(({ authorId }) => authorId ?? []) } },
    select: { id: true, name: true },
  });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return drafts.map(({ id, values, authorId, updatedAt }) => ({
    id,
    title: titleOf(values, lang),
    author: names.get(authorId ?? '') ?? '',
    savedAt: updatedAt,
  }));
}

export const titleOf = ({ texts, id }: Pick<StoredDraft['values'], 'texts' | 'id'>, lang: Language): string =>
  texts[lang]?.title ||
  Object.values(texts)
    .map((text) => text?.title)
    .find(Boolean) ||
  id;

export async function createArticlePreviewUrl(
  actor: MaybeActor,
  id: string,
  lang: Language,
  at: Date,
): Promise<{ url: string }> {
  assertMay(actor, 'articles');
  await requireArticleState(actor, id);
  return { url: `/${lang}/articles/${encodeURIComponent(id)}?preview=${previewToken(actor, at)}` };
}

/** The editor's form as sent without JavaScript: it contains all languages, and its times are in Cairo time. */
export const articleFormPostSchema = z.object({
  action: z.enum(['save', 'publish']),
  number: z
    .string()
    .regex(/^\d{1,6}$/, 'whole_number')
    .transform(Number),
  updatedAt: z
    .string()
    .max(40)
    .transform((text) => (text === '' ? null : text))
    .pipe(z.iso.datetime().nullable()),
  ...articleDraftSchema.pick({ id: true, category: true, publishedAt: true }).shape,
  /** The exact time behind the field's text. Kept if the text is unchanged, because October repeats an hour. */
  shownAt: z.string().max(40).default(''),
  imageUrl: z.string().max(500),
  published: z.literal('on').optional(),
  texts: articleDraftSchema.shape.texts.default({}),
});
type ArticleFormPost = z.output<typeof articleFormPostSchema>;

/** `id` tells where the text was stored: in a new draft after a conflict, in the article's draft after a refusal. */
export type ArticleFormOutcome =
  | { readonly result: 'saved' | 'published' | 'conflict'; readonly id: string }
  | { readonly result: 'refused'; readonly id: string; readonly refusal: InvalidInput | Problem };

/** Stores the text before checking it, because without JavaScript a refused form would come back empty. */
export async function submitArticleForm(
  actor: MaybeActor,
  id: string,
  { action, number, updatedAt, ...typed }: ArticleFormPost,
): Promise<ArticleFormOutcome> {
  assertMay(actor, 'articles');
  const change = { number, updatedAt, values: draftFromForm(typed) };
  try {
    const saved = await saveArticleDraft(actor, id, change);
    if (saved.id !== id) return { result: 'conflict', id: saved.id };
    return action === 'publish' ? await publishFormDraft(actor, saved) : { result: 'saved', id };
  } catch (error) {
    if (!(error instanceof Problem) || error.key !== 'conflict') throw error;
    const own = await saveArticleDraft(actor, randomUUID(), { number: 0, updatedAt: null, values: change.values });
    return { result: 'conflict', id: own.id };
  }
}

export function cairoTimeText(text: string): string {
  const time = readTime(text);
  return time ? cairoTimeOf(time) : '';
}

function draftFromForm({
  texts,
  published,
  publishedAt,
  shownAt,
  imageUrl,
  ...typed
}: Omit<ArticleFormPost, 'action' | 'number' | 'updatedAt'>): ArticleDraft {
  const written = languages.flatMap((lang) => {
    const { title = '', description = '', category = '', author = '', html = '' } = texts[lang] ?? {};
    return `${title}${description}${category}${author}${html}`.trim() === ''
      ? []
      : [[lang, { title, description, category, author, html }] as const];
  });
  return {
    ...typed,
    imageUrl: imageUrl.trim() || null,
    published: published === 'on',
    publishedAt: publishedAt === cairoTimeText(shownAt) ? shownAt : publishedAt,
    texts: Object.fromEntries(written),
  };
}

async function publishFormDraft(
  actor: MaybeActor,
  { id, number, updatedAt, values, published }: ArticleState,
): Promise<ArticleFormOutcome> {
  const parsed = articleChangeSchema.safeParse({ ...values, updatedAt, draft: { id, number } }, { reportInput: true });
  if (!parsed.success) return { result: 'refused', id, refusal: new InvalidInput(parsed.error) };
  try {
    const article = await changeArticle(actor, published ? id : null, parsed.data);
    return { result: 'published', id: article.id };
  } catch (error) {
    if (error instanceof InvalidInput || (error instanceof Problem && error.status !== 401 && error.status !== 403))
      return { result: 'refused', id, refusal: error };
    throw error;
  }
}
