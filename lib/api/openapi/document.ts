import { z } from 'zod';
import type { CallAccess, CallRoute, Method } from '@/lib/routes';
import { problemDocument } from '../answers/shapes';
import type { Answers, CallOptions } from '../handler';
import type { Operation } from './operation';
import { groups, parameters } from './operations';
import type { JsonSchema } from './shape-text';

type Json = Record<string, unknown>;

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface DocumentedOperation {
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
  readonly tags: ReadonlyArray<{ readonly name: string }>;
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
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const call of calls) (paths[pathOf(call.route)] ??= {})[call.method.toLowerCase()] = operationOf(call);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Midan', version: '1',
      description: 'Money is in piastres unless a field says otherwise; times are ISO 8601 in UTC. Messages follow Accept-Language (ar, en, de). A cookie-authenticated call that changes something must come from the site\'s own origin.',
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ tag }) => ({ name: tag })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemDocument, 'output') },
      responses: { Problem: { description: 'A problem (RFC 9457)', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } } },
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

function operationOf({ route, method, options }: DocumentedCall): DocumentedOperation {
  const group = groups.find(({ operations }) => Object.hasOwn(operations, `${method} ${route.path}`));
  const operation = group?.operations[`${method} ${route.path}`];
  const access = route.methods[method];
  if (!group || !operation || !access) throw new Error(`${method} ${route.path} is not described: add it to lib/api/openapi/operations.ts`);
  const { summary, description } = operation;
  const listed = [...pathParameters(route), ...queryParameters(options, operation)];
  const requestBody = bodyOf(options, operation);
  return {
    tags: [group.tag], summary, ...(description === undefined ? {} : { description }),
    security: security[access],
    'x-access': options?.access === 'adminStepUp' ? 'adminStepUp' : access,
    ...(listed.length > 0 ? { parameters: listed } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successes(options, operation), ...problems(route, access, options, operation) },
  };
}

const pathParameters = ({ path }: CallRoute) =>
  [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => ({ name, in: 'path', required: true, description: parameters[name] ?? '', schema: { type: 'string' } }));

function queryParameters(options: CallOptions | null, { query = {} }: Operation) {
  const schema = options?.query ? jsonSchema(options.query, 'input') : {};
  const typed = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({ name, in: 'query', schema: each }));
  return [...typed, ...Object.entries(query).map(([name, text]) => ({ name, in: 'query', description: text, schema: { type: 'string' } }))];
}

function bodyOf(options: CallOptions | null, { bodyType }: Operation): DocumentedOperation['requestBody'] {
  if (bodyType) return { required: true, content: { [bodyType]: { schema: {} } } };
  if (!options?.body) return undefined;
  const content = { schema: jsonSchema(options.body, 'input') };
  // What people type into a form that is read its own way is for our page alone.
  const isSame = options.form && !options.form.read;
  return { required: true, content: { 'application/json': content, ...(isSame ? { 'application/x-www-form-urlencoded': content } : {}) } };
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No content', 206: 'A part, as `Range` asks', 302: 'On to another page', 303: 'On to another page', 304: 'Not changed since `If-None-Match`', 308: 'Moved',
  412: '`If-Match` or `If-Unmodified-Since` does not hold', 416: '`Range` lies beyond the end; `Content-Range` says how long the file is',
};

const redirect: Answers = { 303: null };

function successes(options: CallOptions | null, operation: Operation): DocumentedOperation['responses'] {
  const answers: Answers = { ...operation.answers, ...options?.answers, ...(options?.form ? redirect : {}) };
  return Object.fromEntries(Object.entries(answers).map(([status, shape]) => [status, {
    description: statusTexts[Number(status)] ?? '',
    ...(operation.headers && status.startsWith('2') ? { headers: Object.fromEntries(Object.entries(operation.headers).map(([name, text]) => [name, { description: text, schema: { type: 'string' } }])) } : {}),
    ...(shape === null ? {} : { content: typeof shape === 'string' ? { [shape]: {} } : { 'application/json': { schema: jsonSchema(shape, 'output') } } }),
  }]));
}

/** What access, parameters and body may be refused with, what the operation names, and what every call may answer. */
function problems(route: CallRoute, access: CallAccess, options: CallOptions | null, operation: Operation): DocumentedOperation['responses'] {
  const takesBody = options?.body !== undefined || operation.bodyType !== undefined;
  const statuses = new Set([
    ...(access === 'public' ? [] : access === 'metricsToken' || access === 'bounceToken' || access === 'signature' || access === 'refreshToken' ? [401] : [401, 403]),
    ...(route.path.includes('[') || route.capability ? [404] : []),
    ...(takesBody ? [400, 413, 415] : []),
    ...(options?.body || options?.query ? [422] : []),
    ...(operation.problems ?? []),
  ]);
  return Object.fromEntries([...[...statuses].sort().map(String), 'default'].map((status) => [status, { $ref: '#/components/responses/Problem' }]));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io, unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
      // zod writes the expression of a format and the bounds of an integer out; readers know both.
      if (target.format) delete target.pattern;
      if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
      if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
    },
  });
  return made as Json;
}
