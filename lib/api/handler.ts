import type { z } from 'zod';
import { verifyTotp } from '@/lib/accounts/authenticator';
import { assertUserExists } from '@/lib/accounts/lock-user';
import { readActor } from '@/lib/accounts/sessions/actor-of';
import { cookieNames, findCookie } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { bearerOf } from '@/lib/accounts/sessions/tokens';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { safeEqual } from '@/lib/config/secrets';
import { isPathEnabled } from '@/lib/content/enabled-features';
import { databaseDown, isDatabaseDown, isMissingReference } from '@/lib/database/client';
import { loginPath } from '@/lib/guards/safe-next';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import {
  type Actor,
  assertAdmin,
  assertLearner,
  assertMay,
  assertSameUser,
  assertSameUserOrAdmin,
  type MaybeActor,
} from '@/lib/permissions';
import { forbidden, InvalidInput, notFound, Problem, unauthorized } from '@/lib/problem';
import type { EditorAccess } from '@/lib/routes';
import { isStorable } from '@/lib/schemas';
import {
  type FormPost,
  readLastSignedInUserId,
  redirectToForm,
  redirectToNextPage,
  seeOther,
  stepUpField,
} from './form-posts';
import type { Tag } from './openapi/shared-texts';
import {
  comesFromForm,
  type Fields,
  isFilePost,
  isFormPost,
  languageOf,
  parseBody,
  parseQuery,
  readFields,
  translateFieldErrors,
} from './request';
import { answerProblem } from './responses';

/**
 * `anyone`: session not read · `public`: session optional · `learner`: no guests · `sameUserOrAdmin`: the user of
 * `[userId]` or an admin (G6) · `sameUser`: that user only · `admin`: role and TOTP · `adminStepUp`: also a second factor
 * in the last ten minutes · `content`, `articles`, `media`: by `permissions`, with TOTP · `…Token`: another service's
 * bearer token.
 */
export type Access =
  | 'anyone'
  | 'public'
  | 'learner'
  | 'sameUserOrAdmin'
  | 'sameUser'
  | 'admin'
  | 'adminStepUp'
  | EditorAccess
  | TokenAccess;
type TokenAccess = 'metricsToken' | 'bounceToken';
type ActorFor<A extends Access> = A extends 'anyone' | TokenAccess ? null : A extends 'public' ? MaybeActor : Actor;

type Requirement = 'purchased' | 'signature' | 'refreshToken';

export type CallAccess = Exclude<Access, 'anyone'> | Requirement;

export const accessOf = ({ access, requires }: Pick<CallOptions, 'access' | 'requires'>): CallAccess =>
  requires ?? (access === 'anyone' ? 'public' : access);

export type Answers = Readonly<Record<number, z.ZodType | string | null>>;

export interface Operation {
  /** Generated clients use this id as the function's name. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly answers: Answers;
  /** Problem statuses beyond those that `access` and `body` imply. */
  readonly problems?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Descriptions of query parameters that no schema covers, by parameter name. */
  readonly queryParameters?: Readonly<Record<string, string>>;
  /** Media type of a body that the handler reads itself. */
  readonly bodyType?: string;
}

export interface CallOptions<
  A extends Access = Access,
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> extends Operation {
  readonly access: A;
  /** A further check by the domain function, which the OpenAPI document states instead of `access`. */
  readonly requires?: Requirement;
  readonly body?: Body;
  readonly query?: Query;
  readonly origin?: OriginRule;
  /** Replaces the session lookup, for example for media URLs and bearer tokens. */
  readonly actorOf?: (request: Request) => Promise<MaybeActor>;
  readonly form?: FormPost;
  /** Valid parameters, query and body, which tests send. */
  readonly example?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly body?: unknown;
  };
  /** Answers HEAD with an empty 204: mail scanners send HEAD first, and Next would run the GET handler. */
  readonly changingGet?: true;
}

type Params = Record<string, string>;

interface HandlerInput<A extends Access, Body, Query> {
  readonly request: Request;
  readonly params: Params;
  readonly body: Body;
  readonly query: Query;
  readonly actor: ActorFor<A>;
  readonly lang: Language;
  readonly isForm: boolean;
}

type HandlerFunction<A extends Access, Body extends z.ZodType, Query extends z.ZodType> = (
  call: HandlerInput<A, z.output<Body>, z.output<Query>>,
) => unknown;
interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

export interface RouteHandler {
  (request: Request, context: RouteContext): Promise<Response>;
  readonly options: CallOptions;
}

/** @param work returns a Response, or a value to send as JSON */
export function handler<
  A extends Access,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(options: CallOptions<A, Body, Query>, work: HandlerFunction<A, Body, Query>): RouteHandler {
  const answer = async (request: Request, context: RouteContext): Promise<Response> => {
    if (!(await isPathEnabled(new URL(request.url).pathname)))
      return answerProblem(notFound(), languageOf(request, isFormPost(request)), request);
    if (options.changingGet && request.method === 'HEAD')
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    const isForm = options.form !== undefined && (options.form.files ? isFilePost(request) : isFormPost(request));
    const lang = languageOf(request, isForm);
    let fields: Fields | null = null;
    const lastUserId = isForm ? await readLastSignedInUserId(request.headers) : null;
    try {
      const caller = readsSession(options.access) ? await (options.actorOf ?? readActor)(request) : null;
      assertOrigin(request, options.origin ?? 'own', caller !== null);
      const params = decodeParams((await context.params) ?? {});
      // Read the fields before the access check, so that a refused caller gets the form back filled in.
      if (isForm && (caller || lastUserId !== null || options.access === 'public' || options.access === 'anyone'))
        fields = options.form?.files ? {} : await readFields(request);
      const actor = authorize(
        options.access,
        options.access === 'adminStepUp' ? await withStepUpCode(caller, fields, request) : caller,
        params,
        request,
      );
      if (options.access === 'sameUserOrAdmin' && actor) await assertUserExists(actor, params.userId ?? '');
      const converted = fields && options.form?.read ? options.form.read(fields, lang) : fields;
      const body = options.body ? await parseBody(request, options.body, { fields: converted, lang }) : undefined;
      const query = options.query ? await parseQuery(request, options.query, lang) : undefined;
      const result = await work({
        request,
        params,
        body: body as z.output<Body>,
        query: query as z.output<Query>,
        actor,
        lang,
        isForm,
      });
      return isForm ? redirectToNextPage(options.form!, result, lang, params) : toResponse(result);
    } catch (error) {
      const problem =
        error instanceof InvalidInput
          ? new Problem(422, 'invalid', { errors: await translateFieldErrors(error.error, lang) })
          : toProblem(error, request);
      if (problem.key === 'unauthorized' && readsSession(options.access) && isLinkOfUser(request))
        return resumeSession(request);
      return isForm && problem.key !== 'foreign-origin'
        ? redirectToForm(options.form!, problem, { fields, lastUserId }, request, lang)
        : answerProblem(problem, lang, request);
    }
  };
  return Object.assign(answer, { options: options as unknown as CallOptions });
}

/** True for a link, such as to a receipt, on a page that was open for longer than the access token lives. */
const isLinkOfUser = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('sec-fetch-mode') === 'navigate' && findCookie(headers, cookieNames().hint) === '1';

function resumeSession(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return seeOther(`/auth/resume?to=${encodeURIComponent(loginPath(pathname + search))}`);
}

/** Decodes parameters, which Next leaves percent-encoded. @throws Problem 404 if one cannot be decoded or stored */
const decodeParams = (params: Awaited<RouteContext['params']>): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, [value ?? ''].flat().map(decodeSegment).join('/')]),
  );

function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (isStorable(decoded)) return decoded;
  } catch {}
  throw notFound();
}

/** Checks the code in a form sent without JavaScript. @throws Problem 422 `totp-wrong`, 429 */
async function withStepUpCode(actor: MaybeActor, fields: Fields | null, request: Request): Promise<MaybeActor> {
  const code = fields?.[stepUpField];
  if (!actor || typeof code !== 'string' || code.trim() === '') return actor;
  const time = now();
  await verifyTotp(actor, code, deviceOf(request.headers), time);
  return { ...actor, totpAt: time };
}

const readsSession = (access: Access): boolean =>
  access !== 'anyone' && access !== 'metricsToken' && access !== 'bounceToken';

function authorize<A extends Access>(access: A, actor: MaybeActor, params: Params, request: Request): ActorFor<A> {
  if (access === 'metricsToken') assertBearer(request, config().metricsToken);
  if (access === 'bounceToken') assertBearer(request, config().newsletterBounceToken);
  if (access === 'learner') assertLearner(actor);
  if (access === 'sameUserOrAdmin') assertSameUserOrAdmin(actor, params.userId ?? '');
  if (access === 'sameUser') assertSameUser(actor, params.userId ?? '');
  if (access === 'admin') assertAdmin(actor);
  if (access === 'adminStepUp') assertAdmin(actor, { stepUp: true, now: now() });
  if (access === 'content' || access === 'articles' || access === 'media') assertMay(actor, access);
  return actor as ActorFor<A>;
}

/** Only a response that says so may be cached, because most are personal. */
function toResponse(answer: unknown): Response {
  const response = answer instanceof Response ? answer : Response.json(answer);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}

function toProblem(error: unknown, request: Request): Problem {
  if (error instanceof Problem) return error;
  const requestId = request.headers.get('x-request-id');
  const place = { requestId, method: request.method, path: new URL(request.url).pathname };
  if (isDatabaseDown(error)) {
    log.error({ ...place, error: String(error) }, 'The database is unreachable');
    return databaseDown();
  }
  if (isMissingReference(error)) return notFound();
  log.error({ ...place, err: error }, 'A request failed');
  return new Problem(500, 'internal');
}

/**
 * `own`: forms and calls with a session cookie must come from the site itself (docs/api.md, Who may call) ·
 * `not-foreign`: refuses foreign origins (`/auth/*`, next-auth) · `any`: called by other servers, such as Paymob.
 */
export type OriginRule = 'own' | 'not-foreign' | 'any';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function assertOrigin(request: Request, rule: OriginRule, hasActor: boolean): void {
  if (rule === 'any' || safeMethods.has(request.method)) return;
  const byBearer = bearerOf(request.headers) !== null;
  const byCookie = hasActor && !byBearer;
  const verdict = originVerdict(request.headers);
  if (verdict === 'foreign' && (rule === 'not-foreign' || byCookie || (comesFromForm(request) && !byBearer)))
    throw forbidden('foreign-origin');
  if (verdict === 'unknown' && rule === 'own' && byCookie) throw forbidden('foreign-origin');
}

function originVerdict(headers: Headers): 'own' | 'foreign' | 'unknown' {
  const origin = headers.get('origin');
  // `null` says nothing: browsers and proxies that suppress referrers cause it on the site's own pages too.
  if (origin !== null && origin !== 'null') return origin === config().siteUrl ? 'own' : 'foreign';
  const site = headers.get('sec-fetch-site');
  // `none`: typed or bookmarked by the user.
  if (site === null || site === 'none') return origin === null ? 'unknown' : 'foreign';
  return site === 'same-origin' ? 'own' : 'foreign';
}

/** @param token null refuses every caller */
export function assertBearer(request: Request, token: string | null): void {
  const bearer = bearerOf(request.headers);
  if (!token || !bearer || !safeEqual(bearer, token)) throw unauthorized();
}
