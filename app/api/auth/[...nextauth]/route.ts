import type { NextRequest } from 'next/server';
import { answerProblem } from '@/lib/api/problem-answer';
import { handler } from '@/lib/api/handler';
import { saveForm } from '@/lib/api/saved-form';
import { pageLanguageOf } from '@/lib/api/language';
import { safeNext } from '@/lib/guards/safe-next';
import { notFound, Problem } from '@/lib/problem';
import { callNextAuth } from '@/lib/auth/next-auth/call-next-auth';

/** What the site uses of next-auth; its other actions answer pages and errors of their own. */
const actions = new Set(['csrf', 'session', 'providers', 'signin', 'callback', 'signout', 'error']);

/** next-auth's own calls; a refusal by a limit keeps its status for programs and goes back to the page for a form. */
const nextAuth = handler({ access: 'public', answers: { 200: 'application/json', 302: null }, origin: 'not-foreign' }, async ({ request, params, actor, lang }) => {
  const path = (params.nextauth ?? '').split('/');
  if (!actions.has(path[0] ?? '')) throw notFound();
  // No action or provider has another name, and next-auth writes them into addresses as they are.
  if (!path.every((part) => /^[\w-]{1,60}$/.test(part))) throw notFound();
  if (request.method !== 'POST' && /^callback\/(?:credentials|guest)$/.test(path.join('/'))) throw new Problem(405, 'wrong-method', { headers: { allow: 'POST' } });
  const { response, problem, failed, sent } = await callNextAuth(request as NextRequest, { path, actor, lang: pageLanguageOf(request), safePath: safeNext });
  if (problem && sent.wantsJson) return answerProblem(problem, lang, request);
  if (failed && sent.fields.email) response.headers.append('set-cookie', saveForm({ email: sent.fields.email }));
  return response;
});

export { nextAuth as GET, nextAuth as POST };
