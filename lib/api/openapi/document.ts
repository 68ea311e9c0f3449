import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import * as account from '@/lib/api/answers/account';
import * as adminCourses from '@/lib/api/answers/admin-courses';
import * as administration from '@/lib/api/answers/administration';
import * as content from '@/lib/api/answers/content';
import * as courses from '@/lib/api/answers/courses';
import * as learning from '@/lib/api/answers/learning';
import * as payments from '@/lib/api/answers/payments';
import * as search from '@/lib/api/answers/search';
import { accessOf, type Answers, type CallAccess, type CallOptions, type RouteHandler } from '@/lib/api/handler';
import { languages } from '@/lib/language';
import { paymentProviders } from '@/lib/payments/providers';
import { type CallRoute, isPage, type Method, routes } from '@/lib/routes';
import * as shapes from '@/lib/shapes';
import { type DocumentedOperation, type OpenApiDocument, pathOf } from './built-document';
import type { JsonSchema } from './shape-text';
import { pathParameterTexts, tags } from './shared-texts';

type Json = Record<string, unknown>;

export type RouteFile = Partial<Record<Method, RouteHandler>>;

const textAnswers = (type: string): Answers => ({ 200: type, 304: null });

/** Calls that Next or `server/` answers without a handler. */
const operationsWithoutHandler: Readonly<Record<string, CallOptions>> = {
  '/sitemap.xml': {
    id: 'getSitemap',
    tag: 'Content',
    access: 'anyone',
    summary: 'Sitemap of all public pages in all languages',
    answers: textAnswers('application/xml'),
  },
  '/robots.txt': {
    id: 'getRobots',
    tag: 'Content',
    access: 'anyone',
    summary: 'robots.txt',
    answers: textAnswers('text/plain'),
  },
  '/healthz': {
    id: 'getHealth',
    tag: 'Operating',
    access: 'anyone',
    summary: 'Liveness check',
    description: 'Succeeds even before startup is complete.',
    answers: { 200: z.strictObject({ status: z.literal('ok') }) },
  },
};

const session: DocumentedOperation['security'] = [{ bearer: [] }, { session: [] }];
const security: Readonly<Record<CallAccess, DocumentedOperation['security']>> = {
  public: [{}, ...session],
  learner: session,
  sameUserOrAdmin: session,
  purchased: session,
  sameUser: session,
  admin: session,
  adminStepUp: session,
  content: session,
  articles: session,
  media: session,
  signature: paymentProviders.map(({ name }) => ({ [`${name}Signature`]: [] })),
  refreshToken: [{}, { refreshCookie: [] }],
  metricsToken: [{ metricsToken: [] }],
  bounceToken: [{ bounceToken: [] }],
};

/** @param routeFile imports the route file of a path in lib/routes.ts */
export async function openApiDocument(routeFile: (path: string) => Promise<RouteFile>): Promise<OpenApiDocument> {
  const schemas = new SchemaWriter();
  schemas.write(shapes.problemDocument, 'output');
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const route of routes) {
    if (isPage(route) || route.developmentOnly) continue;
    const file = operationsWithoutHandler[route.path] ? {} : await routeFile(route.path);
    paths[pathOf(route)] = Object.fromEntries(
      route.methods.map((method) => {
        const options = file[method]?.options ?? operationsWithoutHandler[route.path];
        if (!options) throw new Error(`The route file of ${route.path} has no handler for ${method}.`);
        return [method.toLowerCase(), buildOperation(route, options, schemas)];
      }),
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Midan',
      version: '1',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description: `Money is in piastres unless a field says otherwise; times are ISO 8601 in UTC. Messages follow Accept-Language (${languages.join(', ')}). A cookie-authenticated call that changes something must come from the site's own origin.`,
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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
        ...Object.fromEntries(
          paymentProviders.map(({ name, signature }) => [
            `${name}Signature`,
            { type: 'apiKey' as const, ...signature },
          ]),
        ),
      },
    },
  };
}

function buildOperation(route: CallRoute, operation: CallOptions, schemas: SchemaWriter): DocumentedOperation {
  const { summary, description } = operation;
  const access = accessOf(operation);
  const listed = [...pathParameters(route), ...queryParameters(operation, schemas)];
  const requestBody = buildRequestBody(operation, schemas);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security[access],
    'x-access': access,
    ...(listed.length > 0 ? { parameters: listed } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...successResponses(operation, schemas),
      ...errorResponses(route, access, operation),
    },
  };
}

const pathParameters = ({ path }: CallRoute) =>
  [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameterTexts[name] ?? '',
    schema: { type: 'string' },
  }));

function queryParameters({ query, queryParameters: texts = {} }: CallOptions, schemas: SchemaWriter) {
  const schema = query ? schemas.write(query, 'input') : {};
  const typed = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    in: 'query',
    schema: each,
  }));
  return [
    ...typed,
    ...Object.entries(texts).map(([name, text]) => ({
      name,
      in: 'query',
      description: text,
      schema: { type: 'string' },
    })),
  ];
}

const formType = 'application/x-www-form-urlencoded';
const anyForm = { type: 'object', additionalProperties: { type: 'string' } };

function buildRequestBody(
  { id, bodyType, body, form }: CallOptions,
  schemas: SchemaWriter,
): DocumentedOperation['requestBody'] {
  // Client generators build a form from the properties of an object, and fail on a form of any type.
  if (bodyType) return { required: true, content: { [bodyType]: { schema: bodyType === formType ? anyForm : {} } } };
  if (!body) return undefined;
  const content = { schema: schemas.write(body, 'input', `${capitalise(id)}Body`) };
  // Do not document a form with its own `read`, because only the site's own page sends it.
  const isSame = form && !form.read;
  return {
    required: true,
    content: { 'application/json': content, ...(isSame ? { [formType]: content } : {}) },
  };
}

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  206: 'The part that `Range` requests',
  302: 'Redirect to another page',
  303: 'Redirect to another page',
  304: 'Not modified; `If-None-Match` still matches',
  308: 'Moved',
  412: '`If-Match` or `If-Unmodified-Since` failed',
  416: '`Range` lies beyond the end of the file; `Content-Range` gives its length',
};

const redirectAnswers: Answers = { 303: null };

function successResponses(operation: CallOptions, schemas: SchemaWriter): DocumentedOperation['responses'] {
  const answers: Answers = { ...operation.answers, ...(operation.form ? redirectAnswers : {}) };
  return Object.fromEntries(
    Object.entries(answers).map(([status, shape]) => [
      status,
      {
        description: statusTexts[Number(status)] ?? '',
        ...(operation.headers && status.startsWith('2')
          ? {
              headers: Object.fromEntries(
                Object.entries(operation.headers).map(([name, text]) => [
                  name,
                  { description: text, schema: { type: 'string' } },
                ]),
              ),
            }
          : {}),
        ...(shape === null
          ? {}
          : {
              content:
                typeof shape === 'string'
                  ? {
                      [shape]: {
                        schema: { type: 'string', ...(shape.startsWith('text/') ? {} : { format: 'binary' }) },
                      },
                    }
                  : {
                      'application/json': {
                        schema: schemas.write(shape, 'output', `${capitalise(operation.id)}Answer`),
                      },
                    },
            }),
      },
    ]),
  );
}

/** One response component per status, so that generated clients get one type each. */
const problemResponses = {
  400: ['BadRequest', 'The request cannot be read'],
  401: ['Unauthorized', 'The caller is not signed in, or the credentials are wrong'],
  403: ['Forbidden', 'The caller may not do this, or needs a fresh sign-in'],
  404: ['NotFound', 'The resource does not exist, or is hidden from the caller'],
  405: ['MethodNotAllowed', 'The path does not support this method'],
  409: ['Conflict', 'The current state does not allow the request; `type` says why'],
  413: ['ContentTooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The call does not accept the media type of the body'],
  422: ['InvalidInput', 'A field is missing or wrong; `errors` has messages by field'],
  429: ['TooManyRequests', 'Too many requests; try again after `Retry-After` seconds'],
  502: ['BadGateway', 'Another service failed'],
  503: ['ServiceUnavailable', 'The service or a dependency is unavailable; try again later'],
} as const satisfies Readonly<Record<number, readonly [string, string]>>;

type ProblemStatus = keyof typeof problemResponses;

const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };

const responseComponents = {
  ...Object.fromEntries(
    Object.values(problemResponses).map(([name, description]) => [
      name,
      {
        description,
        content: problemContent,
        ...(name === 'TooManyRequests' || name === 'ServiceUnavailable'
          ? { headers: { 'Retry-After': { description: 'seconds', schema: { type: 'integer' } } } }
          : {}),
      },
    ]),
  ),
  Problem: { description: 'Any other problem (RFC 9457)', content: problemContent },
};

function errorResponses(
  route: CallRoute,
  access: CallAccess,
  { body, bodyType, query, problems = [] }: CallOptions,
): DocumentedOperation['responses'] {
  const takesBody = body !== undefined || bodyType !== undefined;
  const statuses = new Set<number>([
    ...(access === 'public'
      ? []
      : access === 'metricsToken' || access === 'bounceToken' || access === 'signature' || access === 'refreshToken'
        ? [401]
        : [401, 403]),
    ...(route.path.includes('[') || route.featureFlag ? [404] : []),
    ...(takesBody ? [400, 413, 415] : []),
    ...(body || query ? [422] : []),
    ...problems,
    429,
  ]);
  const named = [...statuses]
    .sort()
    .map((status) => [
      String(status),
      { $ref: `#/components/responses/${problemResponses[status as ProblemStatus][0]}` },
    ]);
  return Object.fromEntries([...named, ['default', { $ref: '#/components/responses/Problem' }]]);
}

const namedAnswers: ReadonlyMap<z.ZodType, string> = new Map(
  [account, adminCourses, administration, content, courses, learning, payments, search, shapes].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name === 'problemDocument' ? 'Problem' : capitalise(name)] as const] : [],
    ),
  ),
);

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

class SchemaWriter {
  readonly components: Record<string, Json> = {};
  readonly #names = new Map(namedAnswers);

  /** @param name for a schema that `lib/api/answers` does not name; a shared schema keeps its first name */
  write(schema: z.ZodType, io: 'input' | 'output', name?: string): Json {
    if (name && !this.#names.has(schema)) this.#names.set(schema, name);
    const registry = z.registry<{ id?: string }>();
    for (const [each, id] of this.#names) registry.add(each, { ...each.meta(), id });
    const {
      $schema: _,
      $defs = {},
      ...made
    } = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => simplifySchema(zodSchema, jsonSchema),
    }) as Json & { $defs?: Record<string, Json> };
    for (const [id, each] of Object.entries($defs)) this.#add(id, each);
    return withComponentRefs(made);
  }

  #add(name: string, schema: Json): void {
    const made = withComponentRefs(schema);
    const known = this.components[name];
    if (known && !isDeepStrictEqual(known, made))
      throw new Error(`Two schemas are called ${name} in the OpenAPI document: rename one.`);
    this.components[name] = made;
  }
}

const withComponentRefs = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as Json;

function simplifySchema(zodSchema: z.core.$ZodTypes, target: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod;
  // The writer's own registry hides the global one, which has the descriptions.
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description && !target.$ref) target.description ??= description;
  if (zodSchema === shapes.jsonValue) {
    // Client generators would make this a self-referencing type, which TypeScript rejects.
    for (const key of Object.keys(target)) delete (target as Json)[key];
    Object.assign(target, { description: 'Any JSON value.' });
  }
  if (def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
  // Client generators expect `items` in every array, so a tuple becomes an array of fixed length.
  if (def.type === 'tuple' && target.prefixItems) {
    const { prefixItems, ...rest } = target;
    for (const key of Object.keys(target)) delete (target as Json)[key];
    Object.assign(target, rest, {
      type: 'array',
      items: prefixItems[0],
      minItems: prefixItems.length,
      maxItems: prefixItems.length,
    });
  }
  // Drop what zod writes although `format` or `integer` implies it: a pattern, and the bounds of safe integers.
  if (target.format) delete target.pattern;
  // JavaScript escapes slashes in a pattern's source. Some client generators escape them again.
  target.pattern &&= target.pattern.replaceAll(String.raw`\/`, '/');
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
}
