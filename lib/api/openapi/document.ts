import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { CallAccess, CallRoute, Method } from '@/lib/routes';
import * as account from '../answers/account';
import * as adminCourses from '../answers/admin-courses';
import * as administration from '../answers/administration';
import * as content from '../answers/content';
import * as courses from '../answers/courses';
import * as learning from '../answers/learning';
import * as payments from '../answers/payments';
import * as search from '../answers/search';
import * as shapes from '../answers/shapes';
import type { Answers, CallOptions } from '../handler';
import type { Operation } from './operation';
import { groups, parameters } from './operations';
import type { JsonSchema } from './shape-text';

type Json = Record<string, unknown>;

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: ReadonlyArray<Readonly<Record<string, readonly string[]>>>;
  readonly 'x-access': CallAccess | 'adminStepUp';
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required?: boolean; readonly description?: string; readonly schema: JsonSchema }>;
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content; readonly headers?: Json; readonly $ref?: string }>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly [name: string]: unknown;
}

/** A call of the table with its handler's options; those of a file without a handler are null. */
export interface DocumentedCall { readonly route: CallRoute; readonly method: Method; readonly options: CallOptions | null }

const session: DocumentedOperation['security'] = [{ bearer: [] }, { session: [] }];
const security: Readonly<Record<CallAccess, DocumentedOperation['security']>> = {
  public: [{}, ...session], learner: session, self: session, purchased: session, owner: session, admin: session, content: session, articles: session, media: session,
  signature: [{ paymobSignature: [] }], refreshToken: [{}, { refreshCookie: [] }], metricsToken: [{ metricsToken: [] }], bounceToken: [{ bounceToken: [] }],
};

/** The OpenAPI document of these calls. @throws when a call is not described in operations.ts */
export function openApiDocument(calls: readonly DocumentedCall[]): OpenApiDocument {
  const schemas = new SchemaWriter();
  schemas.write(shapes.problemDocument, 'output');
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const call of calls) (paths[pathOf(call.route)] ??= {})[call.method.toLowerCase()] = operationOf(call, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Midan', version: '1', license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description: 'Money is in piastres unless a field says otherwise; times are ISO 8601 in UTC. Messages follow Accept-Language (ar, en, de). A cookie-authenticated call that changes something must come from the site\'s own origin.',
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: responseComponents,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token' },
        refreshCookie: { type: 'apiKey', in: 'cookie', name: 'refresh' },
        metricsToken: { type: 'http', scheme: 'bearer' },
        bounceToken: { type: 'http', scheme: 'bearer' },
        paymobSignature: { type: 'apiKey', in: 'query', name: 'hmac' },
      },
    },
  };
}

/** `/api/blog/{id}` of `/api/blog/[id]`. */
export const pathOf = ({ path }: CallRoute): string => path.replaceAll(/\[+(?:\.\.\.)?(\w+)\]+/g, '{$1}');

function operationOf({ route, method, options }: DocumentedCall, schemas: SchemaWriter): DocumentedOperation {
  const group = groups.find(({ operations }) => Object.hasOwn(operations, `${method} ${route.path}`));
  const operation = group?.operations[`${method} ${route.path}`];
  const access = route.methods[method];
  if (!group || !operation || !access) throw new Error(`${method} ${route.path} is not described: add it to lib/api/openapi/operations.ts`);
  const { summary, description } = operation;
  const listed = [...pathParameters(route), ...queryParameters(options, operation, schemas)];
  const requestBody = bodyOf(options, operation, schemas);
  return {
    operationId: operation.id, tags: [group.tag], summary, ...(description === undefined ? {} : { description }),
    security: security[access],
    'x-access': options?.access === 'adminStepUp' ? 'adminStepUp' : access,
    ...(listed.length > 0 ? { parameters: listed } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successes(options, operation, schemas), ...problems(route, access, options, operation) },
  };
}

const pathParameters = ({ path }: CallRoute) =>
  [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => ({ name, in: 'path', required: true, description: parameters[name] ?? '', schema: { type: 'string' } }));

function queryParameters(options: CallOptions | null, { query = {} }: Operation, schemas: SchemaWriter) {
  const schema = options?.query ? schemas.write(options.query, 'input') : {};
  const typed = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({ name, in: 'query', schema: each }));
  return [...typed, ...Object.entries(query).map(([name, text]) => ({ name, in: 'query', description: text, schema: { type: 'string' } }))];
}

function bodyOf(options: CallOptions | null, { id, bodyType }: Operation, schemas: SchemaWriter): DocumentedOperation['requestBody'] {
  if (bodyType) return { required: true, content: { [bodyType]: { schema: {} } } };
  if (!options?.body) return undefined;
  const content = { schema: schemas.write(options.body, 'input', `${capitalised(id)}Body`) };
  // What people type into a form that is read its own way is for our page alone.
  const isSame = options.form && !options.form.read;
  return { required: true, content: { 'application/json': content, ...(isSame ? { 'application/x-www-form-urlencoded': content } : {}) } };
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No content', 206: 'A part, as `Range` asks', 302: 'On to another page', 303: 'On to another page', 304: 'Not changed since `If-None-Match`', 308: 'Moved',
  412: '`If-Match` or `If-Unmodified-Since` does not hold', 416: '`Range` lies beyond the end; `Content-Range` says how long the file is',
};

const redirect: Answers = { 303: null };

function successes(options: CallOptions | null, operation: Operation, schemas: SchemaWriter): DocumentedOperation['responses'] {
  const answers: Answers = { ...operation.answers, ...options?.answers, ...(options?.form ? redirect : {}) };
  return Object.fromEntries(Object.entries(answers).map(([status, shape]) => [status, {
    description: statusTexts[Number(status)] ?? '',
    ...(operation.headers && status.startsWith('2') ? { headers: Object.fromEntries(Object.entries(operation.headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }])) } : {}),
    ...(shape === null ? {} : { content: typeof shape === 'string' ? { [shape]: { schema: { type: 'string', ...(shape.startsWith('text/') ? {} : { format: 'binary' }) } } } : { 'application/json': { schema: schemas.write(shape, 'output', `${capitalised(operation.id)}Answer`) } } }),
  }]));
}

/** A response each, so that a client that is generated has one type for it. 429 and `default` belong to every call. */
const problemResponses = {
  400: ['BadRequest', 'The request cannot be read'],
  401: ['Unauthorized', 'Nobody is signed in, or the credentials are wrong'],
  403: ['Forbidden', 'The caller may not do this, or a fresh sign-in is needed'],
  404: ['NotFound', 'There is no such thing, or not for the caller'],
  405: ['MethodNotAllowed', 'The call does not take this method'],
  409: ['Conflict', 'The state of things does not allow it; `type` says why'],
  413: ['ContentTooLarge', 'The body is too long'],
  415: ['UnsupportedMediaType', 'The body has another media type than the call takes'],
  422: ['InvalidInput', 'A field is missing or wrong; `errors` has messages by field'],
  429: ['TooManyRequests', 'Too many calls; try again after `Retry-After` seconds'],
  502: ['BadGateway', 'Another service answered with a failure'],
  503: ['ServiceUnavailable', 'The service or something it needs is away; try again later'],
} as const satisfies Readonly<Record<number, readonly [string, string]>>;

type ProblemStatus = keyof typeof problemResponses;

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const responseComponents = {
  ...Object.fromEntries(Object.values(problemResponses).map(([name, description]) => [name, {
    description, content: problemContent,
    ...(name === 'TooManyRequests' || name === 'ServiceUnavailable' ? { headers: { 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } } } : {}),
  }])),
  Problem: { description: 'Any other problem (RFC 9457)', content: problemContent },
};

/** What access, parameters and body may be refused with, what the operation names, and what every call may answer. */
function problems(route: CallRoute, access: CallAccess, options: CallOptions | null, operation: Operation): DocumentedOperation['responses'] {
  const takesBody = options?.body !== undefined || operation.bodyType !== undefined;
  const statuses = new Set<number>([
    ...(access === 'public' ? [] : access === 'metricsToken' || access === 'bounceToken' || access === 'signature' || access === 'refreshToken' ? [401] : [401, 403]),
    ...(route.path.includes('[') || route.capability ? [404] : []),
    ...(takesBody ? [400, 413, 415] : []),
    ...(options?.body || options?.query ? [422] : []),
    ...(operation.problems ?? []),
    429,
  ]);
  const named = [...statuses].sort().map((status) => [String(status), { $ref: `#/components/responses/${problemResponses[status as ProblemStatus][0]}` }]);
  return Object.fromEntries([...named, ['default', { $ref: '#/components/responses/Problem' }]]);
}

/** Schemas that stand under `components` instead of inside each operation: every one that `lib/api/answers` exports, by its name there. */
const namedAnswers: ReadonlyMap<z.ZodType, string> = new Map(
  [account, adminCourses, administration, content, courses, learning, payments, search, shapes].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (value instanceof z.ZodType ? [[value, name === 'problemDocument' ? 'Problem' : capitalised(name)] as const] : []))),
);

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Writes schemas as JSON Schema, the named ones once and by reference. */
class SchemaWriter {
  readonly components: Record<string, Json> = {};
  readonly #names = new Map(namedAnswers);

  /** @param name of a schema that `lib/api/answers` does not name; one that several calls share keeps its first name */
  write(schema: z.ZodType, io: 'input' | 'output', name?: string): Json {
    if (name && !this.#names.has(schema)) this.#names.set(schema, name);
    const registry = z.registry<{ id?: string }>();
    for (const [each, id] of this.#names) registry.add(each, { ...each.meta(), id });
    const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any', override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema) }) as Json & { $defs?: Record<string, Json> };
    for (const [id, each] of Object.entries($defs)) this.#add(id, each);
    return pointingAtComponents(made);
  }

  #add(name: string, schema: Json): void {
    const made = pointingAtComponents(schema);
    const known = this.components[name];
    if (known && !isDeepStrictEqual(known, made)) throw new Error(`Two schemas are called ${name} in the OpenAPI document: rename one.`);
    this.components[name] = made;
  }
}

/** zod refers to definitions of its own document; they are components of ours. */
const pointingAtComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as Json;

function simplify(zodSchema: z.core.$ZodTypes, target: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod;
  if (zodSchema === shapes.jsonValue) {
    // TypeScript refuses a type that is declared by itself, which generators would make of it.
    for (const key of Object.keys(target)) delete (target as Json)[key];
    Object.assign(target, { description: 'Any JSON value.' });
  }
  if (def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
  // Generators want `items` of every array; a pair is an array of two.
  if (def.type === 'tuple' && target.prefixItems) {
    const { prefixItems, ...rest } = target;
    for (const key of Object.keys(target)) delete (target as Json)[key];
    Object.assign(target, rest, { type: 'array', items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length });
  }
  // zod writes the expression of a format and the bounds of an integer out; readers know both.
  if (target.format) delete target.pattern;
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
}
