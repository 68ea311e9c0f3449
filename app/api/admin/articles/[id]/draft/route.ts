import {
  articleDraftChangeSchema,
  articleDraftRemovalSchema,
  removeArticleDraft,
  requireArticleState,
  saveArticleDraft,
  articleFormPostSchema,
  submitArticleForm,
  type ArticleFormOutcome,
} from '@/lib/articles/admin/drafts';
import { articleDraft, plainArticle } from '@/lib/api/answers/administration';
import { fieldErrors } from '@/lib/api/request';
import { handler } from '@/lib/api/handler';
import { messageKey } from '@/lib/api/responses';
import { saveForm, lastSignedInUserId } from '@/lib/api/form-posts';
import { translatorOf } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getArticleDraft',
    tag: 'Administration',
    summary: 'An article with what is written and not published',
    access: 'articles',
    answers: { 200: articleDraft },
  },
  async ({ actor, params: { id = '' } }) => requireArticleState(actor, id),
);
export const PUT = handler(
  {
    id: 'saveArticleDraft',
    tag: 'Administration',
    summary: 'Save what is written of an article',
    description: 'Of a new article `id` is a UUID. Readers see the article as it was published.',
    access: 'articles',
    answers: { 200: articleDraft },
    problems: [409],
    body: articleDraftChangeSchema,
  },
  async ({ actor, params: { id = '' }, body }) => saveArticleDraft(actor, id, body),
);
export const DELETE = handler(
  {
    id: 'discardArticleDraft',
    tag: 'Administration',
    summary: 'Give up what is written and not published',
    access: 'articles',
    answers: { 204: null },
    problems: [409],
    query: articleDraftRemovalSchema,
  },
  async ({ actor, params: { id = '' }, query }) => {
    await removeArticleDraft(actor, id, query);
    return new Response(null, { status: 204 });
  },
);

const form = { next: '/admin/articles', back: '/admin/articles' };

export const POST = handler(
  {
    id: 'sendArticleForm',
    tag: 'Administration',
    summary: 'Save an article as a plain form sends it, and publish it',
    description:
      'What was changed by somebody else meanwhile becomes a draft of its own; what cannot be published is saved as a draft.',
    access: 'articles',
    answers: { 200: plainArticle },
    body: articleFormPostSchema,
    form,
  },
  async ({ request, actor, params: { id = '' }, body, lang, isForm }) => {
    const outcome = await submitArticleForm(actor, id, body);
    const answer = { id: outcome.id, result: outcome.result, errors: await errorsOf(outcome, lang) };
    return isForm ? toArticle(answer, lang, await lastSignedInUserId(request.headers)) : answer;
  },
);

async function errorsOf(outcome: ArticleFormOutcome, lang: Language): Promise<Record<string, string[]>> {
  if (outcome.result !== 'refused') return {};
  const { refusal } = outcome;
  if (refusal instanceof InvalidInput) return fieldErrors(refusal.error, lang);
  if (refusal.errors) return refusal.errors;
  const translate = await translatorOf(lang);
  return { [refusal.key === 'address-taken' ? 'id' : 'body']: [translate(`problems.${messageKey(refusal.key)}`)] };
}

function toArticle(
  { id, result, errors }: { id: string; result: ArticleFormOutcome['result']; errors: Record<string, string[]> },
  lang: Language,
  person: string | null,
): Response {
  const headers = new Headers({
    location: `/${lang}/admin/articles/${encodeURIComponent(id)}?${result === 'refused' ? 'error=refused' : `done=plain_${result}`}`,
  });
  if (result === 'refused') headers.append('set-cookie', saveForm(person, {}, errors));
  return new Response(null, { status: 303, headers });
}
