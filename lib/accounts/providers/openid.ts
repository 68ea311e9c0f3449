import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  ClientError,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  genericGrantRequest,
} from 'openid-client';
import { z } from 'zod';
import { type Config, config } from '@/lib/config/config';
import { log } from '@/lib/log';
import { personNameFrom } from '@/lib/person-name';
import { Problem, unavailable } from '@/lib/problem';
import { emailAddress, singleLine } from '@/lib/schemas';

export type ProviderName = 'google' | 'linkedin';
export const providerTitle = (provider: string): string => (provider === 'linkedin' ? 'LinkedIn' : 'Google');
type Keys = ReturnType<typeof createRemoteJWKSet>;

export interface ProviderMetadata {
  configuration: Configuration;
  issuer: string;
  offersPkce: boolean;
  keys: Keys;
}
export type ProviderSettings = NonNullable<Config['google']>;

const cachedForMs = 10 * 60 * 1000;
export const providerTimeoutMs = 4000;
const cache = new Map<string, { atMs: number; discovered: ProviderMetadata }>();

export function settingsOf(provider: ProviderName): ProviderSettings {
  const settings = config()[provider];
  if (!settings) throw unavailable('provider-unavailable', 3600);
  return settings;
}

export const wellKnownOf = ({ issuer }: ProviderSettings): string => `${issuer}/.well-known/openid-configuration`;

/** Runs on demand, so that password sign-in never depends on the provider (R24). @throws Problem 503 */
export async function discoverProvider(settings: ProviderSettings): Promise<ProviderMetadata> {
  const cached = cache.get(settings.issuer);
  if (cached && Date.now() - cached.atMs < cachedForMs) return cached.discovered;
  try {
    const configuration = await requestConfiguration(settings);
    const server = configuration.serverMetadata();
    const discovered = {
      configuration,
      issuer: server.issuer,
      offersPkce: server.supportsPKCE(),
      // Use jose: openid-client fetches new keys only every minute. Cached keys work while the provider is down.
      keys: createRemoteJWKSet(new URL(server.jwks_uri ?? ''), {
        timeoutDuration: providerTimeoutMs,
        cooldownDuration: 5000,
        cacheMaxAge: cachedForMs,
      }),
    };
    cache.set(settings.issuer, { atMs: Date.now(), discovered });
    return discovered;
  } catch {
    if (cached) return cached.discovered;
    throw outageProblem();
  }
}

const toleratedSeconds = 60;

/** Allows an HTTP issuer, because the configuration accepts such a URL only on localhost. */
const requestConfiguration = ({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> =>
  discovery(new URL(issuer), clientId, { [clockTolerance]: toleratedSeconds }, ClientSecretPost(clientSecret), {
    timeout: providerTimeoutMs / 1000,
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
  });

const refusedProblem = () => new Problem(401, 'provider-refused', { headers: { 'www-authenticate': 'Bearer' } });
const outageProblem = () => unavailable('provider-unavailable', 30);

interface ProviderCode {
  code: string;
  redirectUri: string;
  codeVerifier?: string | undefined;
}

export function fetchProfileByCode(provider: ProviderName, providerCode: ProviderCode): Promise<ProviderProfile> {
  return withTimeout(async () => {
    const settings = settingsOf(provider);
    const metadata = await discoverProvider(settings);
    return verifyIdToken(await exchangeCode(metadata, providerCode), settings, metadata);
  });
}

/** Trusts only claims that the provider signed for this client (X08). @throws Problem 401, 503 */
export function readProfileFromIdToken(provider: ProviderName, idToken: string): Promise<ProviderProfile> {
  return withTimeout(async () => {
    const settings = settingsOf(provider);
    return verifyIdToken(idToken, settings, await discoverProvider(settings));
  });
}

/** Covers all requests to the provider, so that a sign-in fails within five seconds (R24). */
const totalTimeoutMs = 4500;

async function withTimeout<Value>(work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outageProblem()), totalTimeoutMs);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

async function exchangeCode(
  { configuration }: ProviderMetadata,
  { code, redirectUri, codeVerifier }: ProviderCode,
): Promise<string> {
  const { id_token } = await genericGrantRequest(configuration, 'authorization_code', {
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
  }).catch((error: unknown) => {
    throw isOutage(error) ? outageProblem() : refusedProblem();
  });
  if (!id_token) throw refusedProblem();
  return id_token;
}

/** A failed fetch arrives as a TypeError, which openid-client passes on. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof ClientError)) return error instanceof TypeError;
  if (!(error.cause instanceof Response)) return error.code === 'OAUTH_TIMEOUT';
  const { status } = error.cause;
  return status >= 500 || (status >= 300 && status < 400);
}

/** Uses jose: openid-client skips the signature after a code exchange, and demands a nonce in a client's token. */
async function verifyIdToken(
  idToken: string,
  settings: ProviderSettings,
  metadata: ProviderMetadata,
): Promise<ProviderProfile> {
  try {
    const { payload } = await jwtVerify(idToken, metadata.keys, {
      issuer: metadata.issuer,
      audience: settings.clientId,
      clockTolerance: toleratedSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
    });
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== settings.clientId)
      throw refusedProblem();
    const profile = toProfile(settings.issuer, payload);
    if (!profile) throw refusedProblem();
    return profile;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // Log no message, because jose quotes the token's header in it.
    log.info({ reason: error instanceof errors.JOSEError ? error.code : String(error) }, 'An ID token was refused');
    const isTokenError =
      error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC';
    throw isTokenError ? refusedProblem() : outageProblem();
  }
}

/** LinkedIn sends booleans as text. */
const booleanOrText = z
  .union([z.boolean(), z.literal('true'), z.literal('false')])
  .transform((value) => value === true || value === 'true');

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: emailAddress('email_invalid').optional().catch(undefined),
  email_verified: booleanOrText.optional().catch(false),
  name: singleLine().optional().catch(undefined),
  given_name: singleLine().optional().catch(undefined),
});

export interface ProviderProfile {
  issuer: string;
  subject: string;
  email: string | null;
  emailIsVerified: boolean;
  name: string;
}

export function toProfile(issuer: string, idTokenClaims: unknown): ProviderProfile | null {
  const parsed = claims.safeParse(idTokenClaims);
  if (!parsed.success) return null;
  const { sub, email, email_verified, name, given_name } = parsed.data;
  const displayName =
    [name, given_name, email?.split('@')[0]].map((text) => personNameFrom(text ?? '')).find(Boolean) ?? '';
  return {
    issuer,
    subject: sub,
    email: email ?? null,
    emailIsVerified: email !== undefined && email_verified === true,
    name: displayName,
  };
}
