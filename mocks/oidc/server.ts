import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listenOn, mockApp, parseJsonBody, requireToken } from '../http';
import { type AuthorizeAnswer, beginAuthorize, finishChoice } from './authorize';
import { createIssuer, type ProviderIssuer } from './issuer';
import { buildDiscoveryDocument, type Provider, providerNames, providers } from './providers';
import {
  createState,
  faultSchema,
  type Operation,
  personSchema,
  preparedSignInSchema,
  type State,
  takeEntry,
} from './state';

export const oidcPort = 12112;

export interface OidcMockOptions {
  port?: number | undefined;
  controlToken?: string | undefined;
}

export interface OidcMock {
  url: string;
  port: number;
  env: Record<string, string>;
  controlToken: string;
  close: () => Promise<void>;
}

function findOperation(provider: Provider, path: string): Operation | null {
  const { authorize, token, jwks, userinfo } = providers[provider].endpoints;
  const operations: Record<string, Operation> = {
    '/.well-known/openid-configuration': 'discovery',
    [authorize]: 'authorize',
    [token]: 'token',
    [jwks]: 'jwks',
    [userinfo]: 'userinfo',
  };
  return operations[path] ?? null;
}

function send(reply: FastifyReply, answer: AuthorizeAnswer): FastifyReply {
  reply.header('cache-control', 'no-store');
  if ('location' in answer) return reply.redirect(answer.location, 303);
  // Allow the redirect's origin, because browsers also apply form-action to the redirect after a form.
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self' ${answer.redirectOrigin ?? ''}; base-uri 'none'`;
  return reply
    .status(answer.status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(answer.page);
}

/** @returns true if a fault has sent a response or leaves the request hanging */
async function applyFault(
  state: State,
  provider: Provider,
  op: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const fault = takeEntry(state.faults, provider, (one) => one.op === op);
  if (fault?.delayMs) await sleep(fault.delayMs);
  if (fault?.status)
    void reply
      .status(fault.status)
      .type('application/json')
      .send(JSON.stringify(fault.body ?? { error: 'server_error' }));
  else if (fault?.drop || fault?.hang) reply.hijack();
  else return false;
  if (fault.drop) request.raw.socket.destroy();
  return true;
}

function addProvider(app: FastifyInstance, state: State, issuers: Issuers, provider: Provider): void {
  app.addHook('onResponse', async ({ url }, { raw }) => {
    const { pathname } = new URL(url, 'http://mock');
    state.log.push({
      at: new Date().toISOString(),
      provider,
      path: pathname.replace(`/${provider}`, ''),
      status: raw.statusCode,
    });
  });

  app.post<{ Body: string }>('/choose', ({ body }, reply) =>
    send(reply, finishChoice(state, provider, new URLSearchParams(body))),
  );

  app.register(async (protocol) => {
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null));
    protocol.all<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const path = `/${request.params['*']}`;
      const op = findOperation(provider, path);
      if (op && (await applyFault(state, provider, op, request, reply))) return reply;
      if (op === 'discovery') return buildDiscoveryDocument(provider, issuers[provider].url);
      if (op === 'jwks') return issuers[provider].listKeys();
      const { searchParams } = new URL(request.url, 'http://mock');
      if (op === 'authorize') {
        const answer = beginAuthorize(
          state,
          provider,
          searchParams,
          /^\s*ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en',
        );
        if (answer) return send(reply, answer);
      }
      reply.hijack();
      request.raw.url = `${path}?${searchParams}`;
      issuers[provider].handle(request.raw, reply.raw);
      return reply;
    });
  });
}

export function buildOidcEnvironment(url: string): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: providers.google.clientId,
    GOOGLE_CLIENT_SECRET: providers.google.clientSecret,
    GOOGLE_ISSUER: `${url}/google`,
    LINKEDIN_CLIENT_ID: providers.linkedin.clientId,
    LINKEDIN_CLIENT_SECRET: providers.linkedin.clientSecret,
    LINKEDIN_ISSUER: `${url}/linkedin`,
  };
}

export async function startOidcMock(options: OidcMockOptions = {}): Promise<OidcMock> {
  const state = createState();
  const controlToken = options.controlToken ?? 'mock';
  const app = mockApp();
  // Filled below, because an issuer's URL contains the port.
  const issuers = {} as Issuers;
  for (const provider of providerNames)
    app.register(async (scope) => addProvider(scope, state, issuers, provider), { prefix: `/${provider}` });
  addControl(app, state, issuers, controlToken);
  const port = await listenOn(app, options.port ?? oidcPort);
  const url = `http://127.0.0.1:${port}`;
  for (const provider of providerNames) issuers[provider] = await createIssuer(state, provider, `${url}/${provider}`);
  return { url, port, controlToken, env: buildOidcEnvironment(url), close: () => app.close() };
}

const providerSchema = z.enum(['google', 'linkedin']);

const claimsSchema = z.strictObject({
  provider: providerSchema.optional(),
  patch: z.record(z.string(), z.unknown()),
  times: z.int().min(1).default(1),
});
const rotateSchema = z.strictObject({
  provider: providerSchema,
  keepOld: z.boolean().default(true),
  publish: z.boolean().default(true),
});
const mintSchema = z.strictObject({
  provider: providerSchema,
  person: personSchema,
  claims: z.record(z.string(), z.unknown()).default({}),
});

type Issuers = Record<Provider, ProviderIssuer>;

type ControlCall = (body: unknown) => unknown;

function controlCalls(state: State, issuers: Issuers): Record<string, ControlCall> {
  return {
    'POST /_mock/next': (body) => void state.nexts.push(preparedSignInSchema.parse(body)),
    'POST /_mock/claims': (body) => {
      const { provider, patch, times } = claimsSchema.parse(body);
      state.claims.push({ provider, patch, times });
    },
    'POST /_mock/faults': (body) => void state.faults.push(faultSchema.parse(body)),
    'DELETE /_mock/faults': () => void (state.faults.length = 0),
    'POST /_mock/rotate-keys': async (body) => {
      const { provider, ...how } = rotateSchema.parse(body);
      await issuers[provider].rotate(how);
    },
    'POST /_mock/id-token': async (body) => {
      const { provider, person, claims } = mintSchema.parse(body);
      return { idToken: await issuers[provider].mint(person, claims) };
    },
    'POST /_mock/reset': () => {
      Object.assign(state, createState());
      for (const issuer of Object.values(issuers)) issuer.publish();
    },
    'GET /_mock/log': () => state.log,
  };
}

/** Adds the control API. Every call except `health` needs the token. */
function addControl(app: FastifyInstance, state: State, issuers: Issuers, token: string): void {
  app.get('/_mock/health', () => ({ ok: true }));
  for (const [name, call] of Object.entries(controlCalls(state, issuers))) {
    const [method = '', url = ''] = name.split(' ');
    app.route({
      method,
      url,
      onRequest: requireToken(token),
      handler: async ({ body }) => (await call(parseJsonBody(body))) ?? {},
    });
  }
}
