import 'server-only';
import type { z } from 'zod';
import { assertUserExists } from '@/lib/accounts/assert-user-exists';
import { assertAdmin, assertLearner, assertMay, assertOwner, assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { deviceOf } from '@/lib/auth/sessions/device';
import { verifyTotp } from '@/lib/auth/totp/enrol-totp';
import { now } from '@/lib/clock';
import { isPathOn } from '@/lib/content/capabilities';
import { databaseDown, isDatabaseDown, isMissingReference } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import type { EditorAccess } from '@/lib/routes';
import { isStorable } from '@/lib/schemas';
import { fieldErrors } from './field-errors';
import { backToForm, onToNextPage, type FormPost } from './form-post';
import { languageOf } from './language';
import { assertOrigin, type OriginRule } from './origin';
import { answerProblem } from './problem-answer';
import { isFilePost, isFormPost, parseBody, parseQuery, readFields, type Fields } from './request-body';
import { shownPerson, stepUpField } from './saved-form';

/**
 * Who gets past the handler; the names are those of lib/routes.ts where they mean the same. `anyone`: the session is not
 * looked up · `public`: it is, but none is needed, or the domain function decides · `learner`: 401 without a session, 403
 * `sign-up-required` for a guest · `self`: also 403 unless `[userId]` is the session's user or an administrator asks (G6), who gets 404 for nobody's ·
 * `owner`: also 403 for an administrator · `admin`: role and TOTP · `adminStepUp`: with a second factor of the last 10 minutes ·
 * `content`, `articles`, `media`: by `permissions`, with TOTP.
 */
export type Access = 'anyone' | 'public' | 'learner' | 'self' | 'owner' | 'admin' | 'adminStepUp' | EditorAccess;
type ActorFor<A extends Access> = A extends 'anyone' ? null : A extends 'public' ? MaybeActor : Actor;

/** What a call answers, by status: JSON of a schema, a media type, or no content. */
export type Answers = Readonly<Record<number, z.ZodType | string | null>>;

export interface CallOptions<A extends Access = Access, Body extends z.ZodType = z.ZodType, Query extends z.ZodType = z.ZodType> {
  readonly access: A;
  /** Successful answers, for the documentation and its test. */
  readonly answers: Answers;
  readonly body?: Body;
  readonly query?: Query;
  readonly origin?: OriginRule;
  /** Who asks, where it may be known otherwise than from the session's row at this moment. */
  readonly actorOf?: (request: Request) => Promise<MaybeActor>;
  readonly form?: FormPost;
  /**
   * A GET that changes something. Next answers HEAD with the GET handler, and mail scanners and link checkers send HEAD
   * before anybody opens the link: it is answered without content and changes nothing.
   */
  readonly changingGet?: true;
}

type Params = Record<string, string>;

export interface Call<A extends Access, Body, Query> {
  readonly request: Request;
  readonly params: Params;
  readonly body: Body;
  readonly query: Query;
  readonly actor: ActorFor<A>;
  /** The language messages are answered in. */
  readonly lang: Language;
  /** True for a form of the site's own pages, sent without JavaScript. */
  readonly isForm: boolean;
}

type Work<A extends Access, Body extends z.ZodType, Query extends z.ZodType> = (call: Call<A, z.output<Body>, z.output<Query>>) => unknown;
interface Context { params: Promise<Record<string, string | string[] | undefined>> }

export interface RouteHandler {
  (request: Request, context: Context): Promise<Response>;
  /** What the documentation of the calls is made from. */
  readonly options: CallOptions;
}

/**
 * The way into the program for every HTTP call: who asks, from where, what they sent; then one domain function; then the answer.
 * `work` returns a Response, or a value to answer as JSON; it throws `Problem` for what it refuses.
 */
export function handler<A extends Access, Body extends z.ZodType = z.ZodUndefined, Query extends z.ZodType = z.ZodUndefined>(
  options: CallOptions<A, Body, Query>,
  work: Work<A, Body, Query>,
): RouteHandler {
  const answer = async (request: Request, context: Context): Promise<Response> => {
    if (!(await isPathOn(new URL(request.url).pathname))) return answerProblem(notFound(), languageOf(request, isFormPost(request)), request);
    if (options.changingGet && request.method === 'HEAD') return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    const isForm = options.form !== undefined && (options.form.files ? isFilePost(request) : isFormPost(request));
    const lang = languageOf(request, isForm);
    let fields: Fields | null = null;
    const person = isForm ? await shownPerson(request.headers) : null;
    try {
      const asking = options.access === 'anyone' ? null : await (options.actorOf ?? actorOf)(request);
      assertOrigin(request, options.origin ?? 'own', asking !== null);
      // Next gives a route without parameters none, whatever its type says.
      const params = textOf((await context.params) ?? {});
      // Before it is decided who may: what was typed goes back to whoever is refused, also to a person whose session has ended.
      if (isForm && (asking || person !== null || options.access === 'public' || options.access === 'anyone')) fields = options.form?.files ? {} : await readFields(request);
      const actor = admit(options.access, options.access === 'adminStepUp' ? await withProof(asking, fields, request) : asking, params);
      if (options.access === 'self' && actor) await assertUserExists(actor, params.userId ?? '');
      const given = fields && options.form?.read ? options.form.read(fields, lang) : fields;
      const body = options.body ? await parseBody(request, options.body, { fields: given, lang }) : undefined;
      const query = options.query ? await parseQuery(request, options.query, lang) : undefined;
      const result = await work({ request, params, body: body as z.output<Body>, query: query as z.output<Query>, actor, lang, isForm });
      return isForm ? onToNextPage(options.form!, result, lang, params) : responseOf(result);
    } catch (error) {
      const problem = error instanceof InvalidInput ? new Problem(422, 'invalid', { errors: await fieldErrors(error.error, lang) }) : problemOf(error, request);
      // A foreign site's form has no page of ours to go back to.
      return isForm && problem.key !== 'foreign-origin' ? backToForm(options.form!, problem, { fields, person }, request, lang) : answerProblem(problem, lang, request);
    }
  };
  return Object.assign(answer, { options: options as unknown as CallOptions });
}

/** Next leaves parameters percent-encoded. @throws Problem 404 for one that cannot be decoded or stored: nothing is named so */
const textOf = (params: Awaited<Context['params']>): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, [value ?? ''].flat().map(decodedSegment).join('/')]));

function decodedSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (isStorable(decoded)) return decoded;
  } catch {
    // Not percent-encoded text.
  }
  throw notFound();
}

/** A form without JavaScript carries the code, which the dialog asks for elsewhere, beside what was typed. @throws Problem 422 `totp-wrong`, 429 */
async function withProof(actor: MaybeActor, fields: Fields | null, request: Request): Promise<MaybeActor> {
  const code = fields?.[stepUpField];
  if (!actor || typeof code !== 'string' || code.trim() === '') return actor;
  const time = now();
  await verifyTotp(actor, code, deviceOf(request.headers), time);
  return { ...actor, totpAt: time };
}

/** @throws Problem 401, 403 */
function admit<A extends Access>(access: A, actor: MaybeActor, params: Params): ActorFor<A> {
  if (access === 'learner') assertLearner(actor);
  if (access === 'self') assertSelf(actor, params.userId ?? '');
  if (access === 'owner') assertOwner(actor, params.userId ?? '');
  if (access === 'admin') assertAdmin(actor);
  if (access === 'adminStepUp') assertAdmin(actor, { stepUp: true, now: now() });
  if (access === 'content' || access === 'articles' || access === 'media') assertMay(actor, access);
  return actor as ActorFor<A>;
}

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer;
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
}

/** What was thrown, as something that may be shown; the mistake itself only goes to the log. */
function problemOf(error: unknown, request: Request): Problem {
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
