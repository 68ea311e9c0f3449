import 'server-only';
import type { z } from 'zod';
import { assertAdmin, assertLearner, assertSelf, type MaybeActor } from '@/lib/actor';
import { databaseDown, isDatabaseDown, isMissingReference } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { notFound, Problem, unauthorized } from '@/lib/problem';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { answerProblem } from './answer-problem';
import { decodeSegment } from './decode-segment';
import { backToForm, onToNextPage, type FormPost } from './form-post';
import { assertOrigin, type OriginRule } from './origin';
import { isFormPost, parseBody, readFields, type Fields } from './request-body';
import { languageOf } from './request-language';

type Params = Record<string, string>;

export interface Call<Body> {
  request: Request;
  params: Params;
  body: Body;
  actor: MaybeActor;
  /** The language messages are answered in. */
  lang: Language;
  /** True for a form of the site's own pages, sent without JavaScript. */
  isForm: boolean;
}

interface Options<Schema extends z.ZodType> {
  body?: Schema;
  maxBytes?: number;
  /**
   * `anyone` the answer does not depend on who asks, so it is not looked up: `actor` is null · `public` whoever asks ·
   * `session` 401 without one · `learner` also 403 `sign-up-required` for a guest · `self` also 403 unless `{userId}` is the
   * session's user (row G6) · `admin` role and TOTP · `admin-step-up` and a recent proof.
   */
  access?: 'anyone' | 'public' | 'session' | 'learner' | 'self' | 'admin' | 'admin-step-up';
  origin?: OriginRule;
  /** Who asks, when it may be known otherwise than from the session's row at this moment. */
  actorOf?: (request: Request) => Promise<MaybeActor>;
  form?: FormPost;
}

type Work<Schema extends z.ZodType> = (call: Call<z.output<Schema>>) => Promise<unknown>;
interface Context { params: Promise<Record<string, string | string[] | undefined>> }
export type RouteHandler = (request: Request, context: Context) => Promise<Response>;

/**
 * The way into the program for every HTTP call: who asks, from where, what they sent; then one domain function; then the answer.
 * `work` gives a Response, or a value to answer as JSON; it throws `Problem` for what it refuses.
 */
export function handler<Schema extends z.ZodType = z.ZodUndefined>(options: Options<Schema>, work: Work<Schema>): RouteHandler {
  return async (request, context) => {
    const isForm = options.form !== undefined && isFormPost(request);
    const lang = languageOf(request, isForm);
    let fields: Fields | null = null;
    try {
      const actor = options.access === 'anyone' ? null : await (options.actorOf ?? actorOf)(request);
      assertOrigin(request, options.origin ?? 'own', actor !== null);
      // A route without parameters gets none.
      const params = textOf((await context.params) ?? {});
      assertAccess(options.access ?? 'public', actor, params);
      if (isForm) fields = await readFields(request, options.maxBytes);
      const body = options.body ? await parseBody(request, options.body, { fields, lang, maxBytes: options.maxBytes }) : undefined;
      const answer = await work({ request, params, body: body as z.output<Schema>, actor, lang, isForm });
      return isForm ? onToNextPage(options.form!, answer, lang) : answerOf(answer);
    } catch (error) {
      const problem = problemOf(error, request);
      // A foreign site's form has no page of ours to go back to.
      return isForm && problem.key !== 'foreign-origin' ? backToForm(options.form!, problem, fields, request, lang) : answerProblem(problem, lang, request);
    }
  };
}

/** A route without a dynamic segment has no params at run time, whatever its type says. */
const textOf = (params: Record<string, string | string[] | undefined> | undefined): Params =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => {
    const text = decodeSegment(Array.isArray(value) ? value.join('/') : (value ?? ''));
    if (text === null) throw new Problem(400, 'malformed');
    return [name, text];
  }));


function assertAccess(access: NonNullable<Options<z.ZodType>['access']>, actor: MaybeActor, params: Params): void {
  if (access === 'anyone' || access === 'public') return;
  if (access === 'session' && !actor) throw unauthorized();
  if (access === 'learner') assertLearner(actor);
  if (access === 'self') assertSelf(actor, params.userId ?? '');
  if (access === 'admin') assertAdmin(actor);
  if (access === 'admin-step-up') assertAdmin(actor, { stepUp: true });
}

function answerOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}

/** What was thrown, as something that may be shown; the mistake itself only goes to the log. */
export function problemOf(error: unknown, request: Request): Problem {
  if (error instanceof Problem) return error;
  const requestId = request.headers.get('x-request-id');
  const place = { requestId, method: request.method, path: new URL(request.url).pathname };
  if (isDatabaseDown(error)) {
    log.error({ ...place, error: String(error) }, 'database unreachable');
    return databaseDown();
  }
  if (isMissingReference(error)) return notFound();
  log.error({ ...place, err: error }, 'request failed');
  return new Problem(500, 'internal');
}
