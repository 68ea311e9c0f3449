import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listen, mockApp } from '../http';
import { beginAuthorize, finishChoice, type Answer } from './authorize';
import { addControl, type Issuers } from './control';
import { createIssuer } from './issuer';
import type { Provider } from './people';
import { discoveryDocument, providerNames, providers } from './providers';
import { freshState, take, type Operation, type State } from './state';

export const oidcPort = 12112;

export interface OidcMockOptions { port?: number | undefined; controlToken?: string | undefined }

export interface OidcMock { url: string; port: number; env: Record<string, string>; controlToken: string; close: () => Promise<void> }

function operationOf(provider: Provider, path: string): Operation | null {
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

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.header('cache-control', 'no-store');
  if ('location' in answer) return reply.redirect(answer.location, 303);
  // Browsers hold the redirect after a form to form-action as well.
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self' ${answer.redirectOrigin ?? ''}; base-uri 'none'`;
  return reply.status(answer.status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(answer.page);
}

/** True when a fault has answered, or never will. */
async function answeredByFault(state: State, provider: Provider, op: Operation, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const fault = take(state.faults, provider, (one) => one.op === op);
  if (fault?.delayMs) await sleep(fault.delayMs);
  if (fault?.status) void reply.status(fault.status).type('application/json').send(JSON.stringify(fault.body ?? { error: 'server_error' }));
  else if (fault?.drop || fault?.hang) reply.hijack();
  else return false;
  if (fault.drop) request.raw.socket.destroy();
  return true;
}

function addProvider(app: FastifyInstance, state: State, issuers: Issuers, provider: Provider): void {
  app.addHook('onResponse', async ({ url }, { raw }) => {
    const { pathname } = new URL(url, 'http://mock');
    state.log.push({ at: new Date().toISOString(), provider, path: pathname.replace(`/${provider}`, ''), status: raw.statusCode });
  });

  app.post<{ Body: string }>('/choose', ({ body }, reply) => send(reply, finishChoice(state, provider, new URLSearchParams(body))));

  app.register(async (protocol) => {
    // The library reads the body itself.
    protocol.removeAllContentTypeParsers();
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null));
    protocol.all<{ Params: { '*': string } }>('/*', async (request, reply) => {
      const path = `/${request.params['*']}`;
      const op = operationOf(provider, path);
      if (op && (await answeredByFault(state, provider, op, request, reply))) return reply;
      if (op === 'discovery') return discoveryDocument(provider, issuers[provider].url);
      if (op === 'jwks') return issuers[provider].keySet();
      const { searchParams } = new URL(request.url, 'http://mock');
      if (op === 'authorize') {
        const answer = beginAuthorize(state, provider, searchParams, /^\s*ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en');
        if (answer) return send(reply, answer);
      }
      reply.hijack();
      request.raw.url = `${path}?${searchParams}`;
      issuers[provider].handle(request.raw, reply.raw);
      return reply;
    });
  });
}

/** The site's variables for a mock at `url`. */
export function oidcEnvironment(url: string): Record<string, string> {
  return {
    GOOGLE_CLIENT_ID: providers.google.clientId,
    GOOGLE_CLIENT_SECRET: providers.google.clientSecret,
    GOOGLE_ISSUER: `${url}/google`,
    LINKEDIN_CLIENT_ID: providers.linkedin.clientId,
    LINKEDIN_CLIENT_SECRET: providers.linkedin.clientSecret,
    LINKEDIN_ISSUER: `${url}/linkedin`,
  };
}

/** Starts Google and LinkedIn, as far as signing in goes, on loopback. Port 0 takes a free one. */
export async function startOidcMock(options: OidcMockOptions = {}): Promise<OidcMock> {
  const state = freshState();
  const controlToken = options.controlToken ?? 'mock';
  const app = mockApp();
  // Filled below: an issuer's address contains the port.
  const issuers = {} as Issuers;
  for (const provider of providerNames) app.register(async (scope) => addProvider(scope, state, issuers, provider), { prefix: `/${provider}` });
  addControl(app, state, issuers, controlToken);
  const port = await listen(app, options.port ?? oidcPort);
  const url = `http://127.0.0.1:${port}`;
  for (const provider of providerNames) issuers[provider] = await createIssuer(state, provider, `${url}/${provider}`);
  return { url, port, controlToken, env: oidcEnvironment(url), close: () => app.close() };
}
