import 'server-only';
import { z } from 'zod';
import { safeHtml } from '@/lib/content/safe-html';
import { db, type Database, type Tx } from '@/lib/database/client';
import { languages, type Localised } from '@/lib/language';
import { localised } from '@/lib/schemas';
import { Problem } from '@/lib/problem';

const text = z.object({ title: z.string().max(1000), description: z.string().max(5000), category: z.string().max(500), author: z.string().max(500), html: z.string().max(400_000) }).partial();

/** An article while it is written: complete or not, within limits. */
export const articleDraftSchema = z.object({
  id: z.string().max(200),
  category: z.string().max(200),
  imageUrl: z.string().max(500).nullable(),
  publishedAt: z.string().max(40),
  published: z.boolean(),
  texts: localised(text).partial(),
});
export type ArticleDraft = z.output<typeof articleDraftSchema>;

export interface StoredDraft { readonly id: string; readonly number: number; readonly begunFrom: Date | null; readonly authorId: string | null; readonly updatedAt: Date; readonly values: ArticleDraft }

export async function findDraft(id: string, client?: Tx | Database): Promise<StoredDraft | null> {
  const row = await (client ?? (await db())).articleDraft.findUnique({ where: { id } });
  return row && draftOf(row);
}

/** Drafts of articles that were never published, the newest first. */
export async function listNewDrafts(limit: number): Promise<StoredDraft[]> {
  const rows = await (await db()).articleDraft.findMany({ where: { begunFrom: null }, orderBy: { updatedAt: 'desc' }, take: limit });
  return rows.map(draftOf);
}

const draftOf = ({ body, ...row }: Omit<StoredDraft, 'values'> & { body: string }): StoredDraft => ({ ...row, values: articleDraftSchema.parse(JSON.parse(body)) });

export const titlesOfDraft = (body: string): Partial<Localised> =>
  Object.fromEntries(Object.entries(articleDraftSchema.parse(JSON.parse(body)).texts).flatMap(([lang, text]) => (text?.title ? [[lang, text.title]] : [])));

/** By the same rules as what is published (X17). */
export function cleanDraft({ texts, ...draft }: ArticleDraft): ArticleDraft {
  const clean = languages.flatMap((lang) => {
    const given = texts[lang];
    return given ? [[lang, given.html === undefined ? given : { ...given, html: safeHtml(given.html) }] as const] : [];
  });
  return { ...draft, texts: Object.fromEntries(clean) };
}

/** Removes the draft that is published or given up. @throws Problem 409 `conflict` when it is another one by now */
export async function takeDraft(tx: Tx, id: string, number: number): Promise<void> {
  const gone = await tx.articleDraft.deleteMany({ where: { id, number } });
  if (gone.count === 0 && (number > 0 || (await findDraft(id, tx)))) throw new Problem(409, 'conflict');
}

/**
 * After an article was shown or hidden, its draft goes on from the article as it is now, and is shown or hidden with it. A draft begun from another
 * version than `before` stays the conflict that it is.
 * @throws Problem 409 `conflict` when the draft was saved meanwhile
 */
export async function moveDraftAlong(tx: Tx, id: string, before: { updatedAt: Date; published: boolean }): Promise<void> {
  const draft = await findDraft(id, tx);
  if (draft?.begunFrom?.getTime() !== before.updatedAt.getTime()) return;
  const { updatedAt, published } = await tx.article.findUniqueOrThrow({ where: { id }, select: { updatedAt: true, published: true } });
  const values = published === before.published ? draft.values : { ...draft.values, published };
  const moved = await tx.articleDraft.updateMany({ where: { id, number: draft.number }, data: { begunFrom: updatedAt, body: JSON.stringify(values), updatedAt: draft.updatedAt } });
  if (moved.count === 0) throw new Problem(409, 'conflict');
}
