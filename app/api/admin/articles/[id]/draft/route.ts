import { articleDraftChangeSchema, articleDraftRemovalSchema, removeArticleDraft, requireArticleState, saveArticleDraft } from '@/lib/admin/articles/drafts';
import { plainArticleSchema, sendPlainArticle, type PlainOutcome } from '@/lib/admin/articles/plain-form';
import { articleDraft, plainArticle } from '@/lib/api/answers/administration';
import { fieldErrors } from '@/lib/api/field-errors';
import { handler } from '@/lib/api/handler';
import { messageKey } from '@/lib/api/problem-answer';
import { saveForm, shownPerson } from '@/lib/api/saved-form';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';

export const GET = handler({ access: 'articles', answers: { 200: articleDraft } }, async ({ actor, params: { id = '' } }) => requireArticleState(actor, id));
export const PUT = handler({ access: 'articles', answers: { 200: articleDraft }, body: articleDraftChangeSchema }, async ({ actor, params: { id = '' }, body }) => saveArticleDraft(actor, id, body));
export const DELETE = handler({ access: 'articles', answers: { 204: null }, query: articleDraftRemovalSchema }, async ({ actor, params: { id = '' }, query }) => {
  await removeArticleDraft(actor, id, query);
  return new Response(null, { status: 204 });
});

const form = { next: '/admin/articles', back: '/admin/articles' };

export const POST = handler({ access: 'articles', answers: { 200: plainArticle }, body: plainArticleSchema, form }, async ({ request, actor, params: { id = '' }, body, lang, isForm }) => {
  const outcome = await sendPlainArticle(actor, id, body);
  const answer = { id: outcome.id, result: outcome.result, errors: await errorsOf(outcome, lang) };
  return isForm ? toArticle(answer, lang, await shownPerson(request.headers)) : answer;
});

async function errorsOf(outcome: PlainOutcome, lang: Language): Promise<Record<string, string[]>> {
  if (outcome.result !== 'refused') return {};
  const { refusal } = outcome;
  if (refusal instanceof InvalidInput) return fieldErrors(refusal.error, lang);
  if (refusal.errors) return refusal.errors;
  const translate = await translatorOf(lang);
  return { [refusal.key === 'address-taken' ? 'id' : 'body']: [translate(`problems.${messageKey(refusal.key)}`)] };
}

/** The article's page shows the draft, which has everything that was typed. */
function toArticle({ id, result, errors }: { id: string; result: PlainOutcome['result']; errors: Record<string, string[]> }, lang: Language, person: string | null): Response {
  const headers = new Headers({ location: `/${lang}/admin/articles/${encodeURIComponent(id)}?${result === 'refused' ? 'error=refused' : `done=plain_${result}`}` });
  if (result === 'refused') headers.append('set-cookie', saveForm(person, {}, errors));
  return new Response(null, { status: 303, headers });
}
