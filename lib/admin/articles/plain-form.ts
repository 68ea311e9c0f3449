import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { assertMay, type MaybeActor } from '@/lib/actor';
import { articleDraftSchema, type ArticleDraft } from '@/lib/blog/drafts';
import { cairoTimeOf, readTime } from '@/lib/clock';
import { languages } from '@/lib/language';
import { InvalidInput, Problem } from '@/lib/problem';
import { articleChangeSchema, changeArticle } from './articles';
import { saveArticleDraft, type ArticleState } from './drafts';

/** An article as a form without JavaScript sends it: every language at once, the hour as Cairo's clock shows it. */
export const plainArticleSchema = z.object({
  action: z.enum(['save', 'publish']),
  number: z.string().regex(/^\d{1,6}$/, 'whole_number').transform(Number),
  updatedAt: z.string().max(40).transform((text) => (text === '' ? null : text)).pipe(z.iso.datetime().nullable()),
  ...articleDraftSchema.pick({ id: true, category: true, publishedAt: true }).shape,
  /** The time that the form was shown with: unchanged in the field, it stays exact, also in the hour that comes twice. */
  shownAt: z.string().max(40).default(''),
  imageUrl: z.string().max(500),
  published: z.literal('on').optional(),
  texts: articleDraftSchema.shape.texts.default({}),
});
type PlainArticle = z.output<typeof plainArticleSchema>;

/** `id`: where the text is now. A conflict has a draft of its own there; what was refused is saved as a draft. */
export type PlainOutcome =
  | { readonly result: 'saved' | 'published' | 'conflict'; readonly id: string }
  | { readonly result: 'refused'; readonly id: string; readonly refusal: InvalidInput | Problem };

/**
 * Saves what was typed as a draft, and publishes it when that was pressed: a browser without JavaScript shows a form that was refused empty,
 * so nothing is refused before it is stored.
 * @throws Problem 401, 403, 404
 */
export async function sendPlainArticle(actor: MaybeActor, id: string, { action, number, updatedAt, ...typed }: PlainArticle): Promise<PlainOutcome> {
  assertMay(actor, 'articles');
  const change = { number, updatedAt, values: draftOf(typed) };
  try {
    const saved = await saveArticleDraft(actor, id, change);
    return action === 'publish' ? await publish(actor, saved) : { result: 'saved', id };
  } catch (error) {
    if (!(error instanceof Problem) || error.key !== 'conflict') throw error;
    const own = await saveArticleDraft(actor, randomUUID(), { number: 0, updatedAt: null, values: change.values });
    return { result: 'conflict', id: own.id };
  }
}

/** The day and hour that a form shows for a moment, which may be text that was refused; empty for what is no moment. */
export function cairoTextOf(text: string): string {
  const time = readTime(text);
  return time ? cairoTimeOf(time) : '';
}

/** A language without a word is one in which it is not written. */
function draftOf({ texts, published, publishedAt, shownAt, imageUrl, ...typed }: Omit<PlainArticle, 'action' | 'number' | 'updatedAt'>): ArticleDraft {
  const written = languages.flatMap((lang) => {
    const { title = '', description = '', category = '', author = '', html = '' } = texts[lang] ?? {};
    return `${title}${description}${category}${author}${html}`.trim() === '' ? [] : [[lang, { title, description, category, author, html }] as const];
  });
  return {
    ...typed, imageUrl: imageUrl.trim() || null, published: published === 'on', publishedAt: publishedAt === cairoTextOf(shownAt) ? shownAt : publishedAt, texts: Object.fromEntries(written),
  };
}

async function publish(actor: MaybeActor, { id, number, updatedAt, values, published }: ArticleState): Promise<PlainOutcome> {
  const parsed = articleChangeSchema.safeParse({ ...values, updatedAt, draft: { id, number } }, { reportInput: true });
  if (!parsed.success) return { result: 'refused', id, refusal: new InvalidInput(parsed.error) };
  try {
    const article = await changeArticle(actor, published ? id : null, parsed.data);
    return { result: 'published', id: article.id };
  } catch (error) {
    if (error instanceof InvalidInput || (error instanceof Problem && error.status !== 401 && error.status !== 403)) return { result: 'refused', id, refusal: error };
    throw error;
  }
}
