import type { Provider } from './people';

export interface ProviderShape {
  clientId: string;
  clientSecret: string;
  /** Paths under the issuer, as the real provider spells them. */
  endpoints: { authorize: string; token: string; jwks: string; userinfo: string };
  pkce: boolean;
  nonce: boolean;
  authMethods: string[];
}

export const providers: Record<Provider, ProviderShape> = {
  google: {
    clientId: 'mock-google-client',
    clientSecret: 'mock-google-secret',
    endpoints: { authorize: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs', userinfo: '/v1/userinfo' },
    pkce: true,
    nonce: true,
    authMethods: ['client_secret_post', 'client_secret_basic'],
  },
  linkedin: {
    clientId: 'mock-linkedin-client',
    clientSecret: 'mock-linkedin-secret',
    endpoints: { authorize: '/v2/authorization', token: '/v2/accessToken', jwks: '/openid/jwks', userinfo: '/v2/userinfo' },
    pkce: false,
    nonce: false,
    authMethods: ['client_secret_post'],
  },
};

export const providerNames = Object.keys(providers) as Provider[];

/** What the provider's own discovery document says, in what matters to a client. */
export function discoveryDocument(provider: Provider, issuer: string): Record<string, unknown> {
  const { endpoints, pkce, authMethods } = providers[provider];
  return {
    issuer,
    authorization_endpoint: issuer + endpoints.authorize,
    token_endpoint: issuer + endpoints.token,
    jwks_uri: issuer + endpoints.jwks,
    userinfo_endpoint: issuer + endpoints.userinfo,
    response_types_supported: ['code'],
    subject_types_supported: [provider === 'google' ? 'public' : 'pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email'],
    token_endpoint_auth_methods_supported: authMethods,
    claims_supported: ['iss', 'aud', 'iat', 'exp', 'sub', 'name', 'given_name', 'family_name', 'picture', 'email', 'email_verified'],
    grant_types_supported: ['authorization_code'],
    ...(pkce && { code_challenge_methods_supported: ['plain', 'S256'] }),
  };
}
