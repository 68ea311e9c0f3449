import { articleDraftChangeSchema, articleDraftRemovalSchema, removeArticleDraft, requireArticleState, saveArticleDraft } from '@/lib/admin/articles/drafts';
import { articleDraft } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

const longTexts = 900 * 1024;

export const GET = handler({ access: 'articles', answers: { 200: articleDraft } }, async ({ actor, params: { id = '' } }) => requireArticleState(actor, id));
export const PUT = handler({ access: 'articles', answers: { 200: articleDraft }, body: articleDraftChangeSchema, maxBodyBytes: longTexts }, async ({ actor, params: { id = '' }, body }) => saveArticleDraft(actor, id, body));
export const DELETE = handler({ access: 'articles', answers: { 204: null }, query: articleDraftRemovalSchema }, async ({ actor, params: { id = '' }, query }) => {
  await removeArticleDraft(actor, id, query);
  return new Response(null, { status: 204 });
});
