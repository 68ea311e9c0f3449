import type { NextRequest } from 'next/server';
import { callNextAuth } from '@/lib/accounts/next-auth';
import { findGuestId } from '@/lib/accounts/sessions/refresh-session';
import { readLastSignedInUserId, saveForm } from '@/lib/api/form-posts';
import { handler, type Operation } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';
import { answerProblem } from '@/lib/api/responses';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { safeNext } from '@/lib/guards/safe-next';
import { notFound, Problem } from '@/lib/problem';

/** The next-auth actions that the site uses. All other actions would show next-auth's own pages and errors. */
const actions: ReadonlyMap<string, string> = new Map([
  ['csrf', 'GET, HEAD'],
  ['session', 'GET, HEAD'],
  ['providers', 'GET, HEAD'],
  ['error', 'GET, HEAD'],
  ['signin', 'GET, HEAD, POST'],
  ['signin/google', 'GET, HEAD, POST'],
  ['signin/linkedin', 'GET, HEAD, POST'],
  ['signout', 'GET, HEAD, POST'],
  ['callback/credentials', 'POST'],
  ['callback/guest', 'POST'],
  ['callback/google', 'GET'],
  ['callback/linkedin', 'GET'],
]);

/** Answers API clients with the problem, such as a rate limit. Forms are redirected back to their page instead. */
const nextAuth = (operation: Omit<Operation, 'tag' | 'answers'>) =>
  handler(
    {
      ...operation,
      tag: 'Accounts',
      access: 'public',
      answers: { 200: 'application/json', 302: null },
      origin: 'not-foreign',
    },
    async ({ request, params, actor, lang }) => {
      const action = params.nextauth ?? '';
      const allow = actions.get(action);
      if (!allow || (action.startsWith('callback/') && !isConfigured(action))) throw notFound();
      if (!allow.split(', ').includes(request.method)) throw new Problem(405, 'wrong-method', { headers: { allow } });
      const guestId = action.startsWith('callback/') ? await findGuestId(request, actor, now()) : null;
      const { response, problem, failed, sent } = await callNextAuth(request as NextRequest, {
        path: action.split('/'),
        guestId,
        lang: pageLanguageOf(request),
        safePath: safeNext,
      });
      if (problem && sent.wantsJson) return answerProblem(problem, lang, request);
      if (failed && sent.fields.email)
        response.headers.append(
          'set-cookie',
          saveForm(await readLastSignedInUserId(request.headers), { email: sent.fields.email }),
        );
      return response;
    },
  );

const isConfigured = (action: string): boolean =>
  action === 'callback/google'
    ? config().google !== null
    : action === 'callback/linkedin'
      ? config().linkedin !== null
      : true;

export const GET = nextAuth({
  id: 'getNextAuth',
  summary: "Read the browser's session (next-auth)",
  problems: [405],
});

export const POST = nextAuth({
  id: 'postNextAuth',
  summary: 'Sign in or out in the browser (next-auth)',
  bodyType: 'application/x-www-form-urlencoded',
  problems: [401, 405],
});
