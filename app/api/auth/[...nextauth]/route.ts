import type { NextRequest } from 'next/server';
import { answerProblem } from '@/lib/api/problem-answer';
import { handler } from '@/lib/api/handler';
import { saveForm, shownPerson } from '@/lib/api/saved-form';
import { pageLanguageOf } from '@/lib/api/language';
import { guestOf } from '@/lib/auth/sessions/guest-of';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { safeNext } from '@/lib/guards/safe-next';
import { notFound, Problem } from '@/lib/problem';
import { callNextAuth } from '@/lib/auth/next-auth/call-next-auth';

/** What the site uses of next-auth, and how; its other actions and methods answer pages and errors of their own. */
const actions: ReadonlyMap<string, string> = new Map([
  ['csrf', 'GET, HEAD'], ['session', 'GET, HEAD'], ['providers', 'GET, HEAD'], ['error', 'GET, HEAD'],
  ['signin', 'GET, HEAD, POST'], ['signin/google', 'GET, HEAD, POST'], ['signin/linkedin', 'GET, HEAD, POST'], ['signout', 'GET, HEAD, POST'],
  ['callback/credentials', 'POST'], ['callback/guest', 'POST'], ['callback/google', 'GET'], ['callback/linkedin', 'GET'],
]);

/** next-auth's own calls; a refusal by a limit keeps its status for programs and goes back to the page for a form. */
const nextAuth = handler({ access: 'public', answers: { 200: 'application/json', 302: null }, origin: 'not-foreign' }, async ({ request, params, actor, lang }) => {
  const action = params.nextauth ?? '';
  const allow = actions.get(action);
  if (!allow || (action.startsWith('callback/') && !isConfigured(action))) throw notFound();
  if (!allow.split(', ').includes(request.method)) throw new Problem(405, 'wrong-method', { headers: { allow } });
  const guestId = action.startsWith('callback/') ? await guestOf(request, actor, now()) : null;
  const { response, problem, failed, sent } = await callNextAuth(request as NextRequest, { path: action.split('/'), guestId, lang: pageLanguageOf(request), safePath: safeNext });
  if (problem && sent.wantsJson) return answerProblem(problem, lang, request);
  if (failed && sent.fields.email) response.headers.append('set-cookie', saveForm(await shownPerson(request.headers), { email: sent.fields.email }));
  return response;
});

/** next-auth has no answer of its own for a provider that is not set up. */
const isConfigured = (action: string): boolean =>
  action === 'callback/google' ? config().google !== null : action === 'callback/linkedin' ? config().linkedin !== null : true;

export { nextAuth as GET, nextAuth as POST };
