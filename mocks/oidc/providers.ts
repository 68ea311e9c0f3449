import { createHash } from 'node:crypto';

export interface ProviderShape {
  clientId: string;
  clientSecret: string;
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
    endpoints: {
      authorize: '/v2/authorization',
      token: '/v2/accessToken',
      jwks: '/openid/jwks',
      userinfo: '/v2/userinfo',
    },
    pkce: false,
    nonce: false,
    authMethods: ['client_secret_post'],
  },
};

export const providerNames = Object.keys(providers) as Provider[];

export function buildDiscoveryDocument(provider: Provider, issuer: string): Record<string, unknown> {
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
    claims_supported: [
      'iss',
      'aud',
      'iat',
      'exp',
      'sub',
      'name',
      'given_name',
      'family_name',
      'picture',
      'email',
      'email_verified',
    ],
    grant_types_supported: ['authorization_code'],
    ...(pkce && { code_challenge_methods_supported: ['plain', 'S256'] }),
  };
}

export type Provider = 'google' | 'linkedin';

export interface MockUser {
  email: string;
  name: string;
  emailVerified: boolean;
  sub?: string | undefined;
  picture?: string | undefined;
}

export const sampleUsers: readonly MockUser[] = [
  { email: 'mona.adel@gmail.example', name: 'Mona Adel', emailVerified: true },
  { email: 'omar.nabil@gmail.example', name: 'عمر نبيل', emailVerified: true },
  { email: 'learner@midan.example', name: 'Midan Learner', emailVerified: true },
  { email: 'unproven@gmail.example', name: 'Unproven Address', emailVerified: false },
];

/** Returns the same id for an email each time, but a different one for each provider. */
function deriveSubject(provider: Provider, person: MockUser): string {
  if (person.sub) return person.sub;
  const digest = createHash('sha256').update(`${provider}:${person.email.toLowerCase()}`).digest('hex');
  return provider === 'google'
    ? BigInt(`0x${digest.slice(0, 18)}`)
        .toString()
        .padStart(21, '1')
        .slice(0, 21)
    : digest.slice(0, 10);
}

/** LinkedIn writes booleans as text and omits the nonce. */
export function buildClaims(provider: Provider, person: MockUser): Record<string, unknown> {
  const [given = person.name, ...rest] = person.name.split(' ');
  const claims = {
    sub: deriveSubject(provider, person),
    name: person.name,
    given_name: given,
    family_name: rest.join(' '),
    email: person.email,
    ...(person.picture && { picture: person.picture }),
  };
  if (provider === 'google') return { ...claims, email_verified: person.emailVerified };
  return { ...claims, email_verified: String(person.emailVerified), locale: 'en_US' };
}
