import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginAuthorize, finishChoice } from './authorize';
import { control, type Issuers } from './control';
import { createIssuer, type ProviderIssuer } from './issuer';
import type { Provider } from './people';
import { discoveryDocument, providers } from './providers';
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

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** True when a fault has taken the call over. */
async function underFault(state: State, provider: Provider, op: Operation, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const fault = take(state.faults, provider, (one) => one.op === op);
  if (!fault) return false;
  if (fault.delayMs) await sleep(fault.delayMs);
  if (fault.drop) request.socket.destroy();
  else if (fault.status) sendJson(response, fault.status, fault.body ?? { error: 'server_error' });
  else if (!fault.hang) return false;
  return true;
}

const textOf = async (request: IncomingMessage): Promise<string> => Buffer.concat((await request.toArray()) as Buffer[]).toString('utf8');

async function serveProvider(state: State, issuer: ProviderIssuer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider } = issuer;
  request.url = (request.url ?? '').slice(provider.length + 1) || '/';
  const path = new URL(request.url, 'http://mock').pathname;
  response.once('finish', () => state.log.push({ at: new Date().toISOString(), provider, path, status: response.statusCode }));
  if (path === '/choose' && request.method === 'POST') return finishChoice(state, provider, new URLSearchParams(await textOf(request)), response);
  const op = operationOf(provider, path);
  if (op && (await underFault(state, provider, op, request, response))) return;
  if (op === 'discovery') return sendJson(response, 200, discoveryDocument(provider, issuer.url));
  if (op === 'jwks') return sendJson(response, 200, issuer.keySet());
  if (op === 'authorize' && !beginAuthorize(state, provider, request, response)) return;
  issuer.handle(request, response);
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
  let issuers: Issuers | null = null;
  const server = createServer((request, response) => {
    const provider = (['google', 'linkedin'] as const).find((name) => request.url?.startsWith(`/${name}/`));
    const ready = issuers;
    if (!ready) return sendJson(response, 503, {});
    if (provider) return void serveProvider(state, ready[provider], request, response);
    if (request.url?.startsWith('/_mock/')) return void textOf(request).then((text) => control(state, ready, controlToken, request, text, response));
    sendJson(response, 404, { detail: 'Issuers: /google and /linkedin' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? oidcPort, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  issuers = { google: await createIssuer(state, 'google', `${url}/google`), linkedin: await createIssuer(state, 'linkedin', `${url}/linkedin`) };
  return {
    url,
    port,
    controlToken,
    env: oidcEnvironment(url),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
