import { z } from 'zod';
import { safeHtml } from '@/lib/content/safe-html';
import { type Database, db, type Tx } from '@/lib/database/client';
import { languages, type Localised } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { localised } from '@/lib/schemas';

const draftTextSchema = z
  .object({
    title: z.string().max(1000),
    description: z.string().max(5000),
    category: z.string().max(500),
    author: z.string().max(500),
    html: z.string().max(400_000),
  })
  .partial();

export const articleDraftSchema = z.object({
  id: z.string().max(200),
  category: z.string().max(200),
  imageUrl: z.string().max(500).nullable(),
  publishedAt: z.string().max(40),
  published: z.boolean(),
  texts: localised(draftTextSchema).partial(),
});
export type ArticleDraft = z.output<typeof articleDraftSchema>;

export interface StoredDraft {
  readonly id: string;
  readonly number: number;
  readonly begunFrom: Date | null;
  readonly authorId: string | null;
  readonly updatedAt: Date;
  readonly values: ArticleDraft;
}

export async function findDraft(id: string, client?: Tx | Database): Promise<StoredDraft | null> {
  const row = await (client ?? (await db())).articleDraft.findUnique({ where: { id } });
  return row && parseDraft(row);
}

export async function listNewDrafts(limit: number): Promise<StoredDraft[]> {
  const rows = await (
    await db()
  ).articleDraft.findMany({ where: { begunFrom: null }, orderBy: { updatedAt: 'desc' }, take: limit });
  return rows.map(parseDraft);
}

const parseDraft = ({ body, ...row }: Omit<StoredDraft, 'values'> & { body: string }): StoredDraft => ({
  ...row,
  values: articleDraftSchema.parse(JSON.parse(body)),
});

export const titlesOfDraft = (body: string): Partial<Localised> =>
  Object.fromEntries(
    Object.entries(articleDraftSchema.parse(JSON.parse(body)).texts).flatMap(([lang, text]) =>
      text?.title ? [[lang, text.title]] : [],
    ),
  );

/** Sanitises drafts by the same rules as published HTML (X17). */
export function sanitiseDraft({ texts, ...draft }: ArticleDraft): ArticleDraft {
  const clean = languages.flatMap((lang) => {
    const text = texts[lang];
    return text ? [[lang, text.html === undefined ? text : { ...text, html: safeHtml(text.html) }] as const] : [];
  });
  return { ...draft, texts: Object.fromEntries(clean) };
}

/** Removes a published or discarded draft. @throws Problem 409 `conflict` if the draft has changed in the meantime */
export async function deleteDraft(tx: Tx, id: string, number: number): Promise<void> {
  const deleted = await tx.articleDraft.deleteMany({ where: { id, number } });
  if (deleted.count === 0 && (number > 0 || (await findDraft(id, tx)))) throw new Problem(409, 'conflict');
}

/** Rebases the draft after its article is shown or hidden. @throws Problem 409 `conflict` if the draft changed */
export async function rebaseDraft(tx: Tx, id: string, before: { updatedAt: Date; published: boolean }): Promise<void> {
  const draft = await findDraft(id, tx);
  if (draft?.begunFrom?.getTime() !== before.updatedAt.getTime()) return;
  const { updatedAt, published } = await tx.article.findUniqueOrThrow({
    where: { id },
    select: { updatedAt: true, published: true },
  });
  const values = published === before.published ? draft.values : { ...draft.values, published };
  const moved = await tx.articleDraft.updateMany({
    where: { id, number: draft.number },
    data: { begunFrom: updatedAt, body: JSON.stringify(values), updatedAt: draft.updatedAt },
  });
  if (moved.count === 0) throw new Problem(409, 'conflict');
}
