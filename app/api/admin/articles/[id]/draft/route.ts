import { articleDraft, plainArticle } from '@/lib/api/answers/administration';
import { readLastSignedInUserId, saveForm, seeOther } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { translateFieldErrors } from '@/lib/api/request';
import {
  articleDraftChangeSchema,
  articleDraftRemovalSchema,
  type ArticleFormOutcome,
  articleFormPostSchema,
  removeArticleDraft,
  requireArticleState,
  saveArticleDraft,
  submitArticleForm,
} from '@/lib/articles/admin/drafts';
import { loadTranslator, problemText } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';

export const GET = handler(
  {
    id: 'getArticleDraft',
    tag: 'Administration',
    summary: "Read an article's draft",
    description: 'Without a draft, returns the values of the published article.',
    access: 'articles',
    answers: { 200: articleDraft },
  },
  async ({ actor, params: { id = '' } }) => requireArticleState(actor, id),
);
export const PUT = handler(
  {
    id: 'saveArticleDraft',
    tag: 'Administration',
    summary: "Save an article's draft",
    description:
      'For a new article, `id` is a UUID. Readers keep seeing the published version. If the article or draft that you loaded is gone, the text is saved as a new draft, and the answer has its `id`.',
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
    summary: "Discard an article's draft",
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
    summary: 'Save or publish an article from a plain form',
    description:
      'If another editor changed the article, your text is saved as a separate draft. A text that cannot be published stays a draft.',
    access: 'articles',
    answers: { 200: plainArticle },
    body: articleFormPostSchema,
    form,
  },
  async ({ request, actor, params: { id = '' }, body, lang, isForm }) => {
    const outcome = await submitArticleForm(actor, id, body);
    const answer = { id: outcome.id, result: outcome.result, errors: await readErrors(outcome, lang) };
    return isForm ? toArticle(answer, lang, await readLastSignedInUserId(request.headers)) : answer;
  },
);

async function readErrors(outcome: ArticleFormOutcome, lang: Language): Promise<Record<string, string[]>> {
  if (outcome.result !== 'refused') return {};
  const { refusal } = outcome;
  if (refusal instanceof InvalidInput) return translateFieldErrors(refusal.error, lang);
  if (refusal.errors) return refusal.errors;
  const translate = await loadTranslator(lang);
  return { [refusal.key === 'address-taken' ? 'id' : 'body']: [problemText(translate, refusal.key)] };
}

function toArticle(
  { id, result, errors }: { id: string; result: ArticleFormOutcome['result']; errors: Record<string, string[]> },
  lang: Language,
  person: string | null,
): Response {
  const headers = new Headers();
  if (result === 'refused') headers.append('set-cookie', saveForm(person, {}, errors));
  const query = result === 'refused' ? 'error=refused' : `done=plain_${result}`;
  return seeOther(`/${lang}/admin/articles/${encodeURIComponent(id)}?${query}`, headers);
}
