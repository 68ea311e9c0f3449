import type { IncomingMessage, RequestListener } from 'node:http';
import {
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Issuer,
  OAuth2Service,
  type TokenRequestIncomingMessage,
} from 'oauth2-mock-server';
import { buildClaims, type MockUser, type Provider, providers } from './providers';
import { type State, takeEntry } from './state';

export interface ProviderIssuer {
  provider: Provider;
  url: string;
  handle: RequestListener;
  listKeys: () => { keys: unknown[] };
  /** Signs with a new key from now on. Clients cannot verify it until it is published. */
  rotate: (how: { keepOld: boolean; publish: boolean }) => Promise<void>;
  publish: () => void;
  mint: (person: MockUser, patch: Record<string, unknown>) => Promise<string>;
}

function readCredentials(request: TokenRequestIncomingMessage): { id: unknown; secret: unknown } {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const body = request.body as TokenRequestIncomingMessage['body'] & { client_secret?: unknown };
  if (!basic) return { id: body.client_id, secret: body.client_secret };
  const [id, secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id ?? ''), secret: decodeURIComponent(secret ?? '') };
}

/** Returns the error that a real provider would give, because the library itself issues a token to any client. */
function findTokenError(state: State, provider: Provider, request: TokenRequestIncomingMessage): string | null {
  const { clientId, clientSecret } = providers[provider];
  const { id, secret } = readCredentials(request);
  if (id !== clientId || secret !== clientSecret) return 'invalid_client';
  const body = request.body as TokenRequestIncomingMessage['body'] & { redirect_uri?: unknown };
  const grant = state.grants.get(body.code ?? '');
  if (!grant || grant.used || grant.provider !== provider || grant.clientId !== id) return 'invalid_grant';
  if (grant.redirectUri !== body.redirect_uri || (grant.challenged && !body.code_verifier)) return 'invalid_grant';
  grant.used = true;
  return null;
}

function onAuthorize(state: State, provider: Provider, answer: MutableRedirectUri, request: IncomingMessage): void {
  const query = new URL(request.url ?? '/', 'http://mock').searchParams;
  const person = state.tickets.get(query.get('mock_ticket') ?? '');
  const code = answer.url.searchParams.get('code');
  if (!person || !code) return;
  state.tickets.delete(query.get('mock_ticket') ?? '');
  state.grants.set(code, {
    provider,
    person,
    clientId: query.get('client_id') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
    challenged: query.has('code_challenge'),
    used: false,
  });
}

function beforeSigning(
  state: State,
  provider: Provider,
  token: MutableToken,
  request: TokenRequestIncomingMessage,
): void {
  const grant = state.grants.get(request.body.code ?? '');
  if (!grant) {
    // The library looks codes up in a plain object: the code `constructor` gives a nonce that cannot be signed.
    delete token.payload.nonce;
    return;
  }
  const isIdToken = token.payload.aud !== undefined;
  Object.assign(token.payload, buildClaims(provider, grant.person));
  if (!providers[provider].nonce) delete token.payload.nonce;
  if (isIdToken) Object.assign(token.payload, takeEntry(state.claims, provider)?.patch);
}

function onUserinfo(state: State, provider: Provider, answer: MutableResponse, request: IncomingMessage): void {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.authorization ?? '')?.[1];
  const { sub } = payload ? (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { sub?: unknown }) : {};
  const matches = [...state.grants.values()]
    .map((grant) => buildClaims(provider, grant.person))
    .find((claims) => claims.sub === sub);
  answer.statusCode = matches ? 200 : 401;
  answer.body = matches ?? { error: 'invalid_token' };
}

function onToken(
  state: State,
  provider: Provider,
  answer: MutableResponse,
  request: TokenRequestIncomingMessage,
): void {
  const error = findTokenError(state, provider, request);
  if (error)
    Object.assign(answer, {
      statusCode: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: 'Refused by the mock.' },
    });
  else if (typeof answer.body === 'object') delete answer.body.refresh_token;
}

/** Adds the real provider's claims and strictness to the library's protocol. */
export async function createIssuer(state: State, provider: Provider, url: string): Promise<ProviderIssuer> {
  const issuer = new OAuth2Issuer();
  issuer.url = url;
  let { kid } = await issuer.keys.generate('RS256');
  let published = [kid];
  const service = new OAuth2Service(issuer, providers[provider].endpoints);
  // Replace the library's method, which changes keys by itself and mixes up concurrent requests.
  service.buildToken = (request, expiresIn, given) =>
    issuer.buildToken({
      kid,
      expiresIn,
      scopesOrTransform: (header, payload) => {
        if (typeof given === 'function') given(header, payload);
        beforeSigning(state, provider, { header, payload }, request);
      },
    });
  service.on('beforeAuthorizeRedirect', (answer: MutableRedirectUri, request: IncomingMessage) =>
    onAuthorize(state, provider, answer, request),
  );
  service.on('beforeUserinfo', (answer: MutableResponse, request: IncomingMessage) =>
    onUserinfo(state, provider, answer, request),
  );
  service.on('beforeResponse', (answer: MutableResponse, request: TokenRequestIncomingMessage) =>
    onToken(state, provider, answer, request),
  );
  return {
    provider,
    url,
    handle: service.requestHandler,
    listKeys: () => ({ keys: issuer.keys.toJSON().filter((key) => published.includes(key.kid)) }),
    rotate: async ({ keepOld, publish }) => {
      ({ kid } = await issuer.keys.generate('RS256'));
      published = [...(keepOld ? published : []), ...(publish ? [kid] : [])];
    },
    publish: () => void (published = [...new Set([...published, kid])]),
    mint: (person, patch) =>
      issuer.buildToken({
        kid,
        expiresIn: 3600,
        scopesOrTransform: (_header, payload) =>
          void Object.assign(payload, { aud: providers[provider].clientId }, buildClaims(provider, person), patch),
      }),
  };
}
