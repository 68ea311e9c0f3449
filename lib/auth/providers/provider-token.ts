import 'server-only';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { log } from '@/lib/log';
import { Problem, unavailable } from '@/lib/problem';
import { discover, providerTimeoutMs, settingsOf, type Discovered, type ProviderName, type Settings } from './provider-discovery';
import { profileOf, type ProviderProfile } from './provider-profile';

const refused = () => new Problem(401, 'provider-refused', { headers: { 'www-authenticate': 'Bearer' } });
const tokenResponse = z.object({ id_token: z.string() });

export interface ProviderCode { code: string; redirectUri: string; codeVerifier?: string | undefined }

/** Exchanges a code with the provider. @throws Problem 401, 503 */
export function profileOfCode(provider: ProviderName, given: ProviderCode): Promise<ProviderProfile> {
  return withTimeout(async () => {
    const settings = settingsOf(provider);
    const found = await discover(settings);
    return verify(await exchange(settings, found, given), settings, found);
  });
}

/** Only a token that the provider signed for this client counts; claims sent beside it are not read (X08). @throws Problem 401, 503 */
export function profileOfIdToken(provider: ProviderName, idToken: string): Promise<ProviderProfile> {
  return withTimeout(async () => {
    const settings = settingsOf(provider);
    return verify(idToken, settings, await discover(settings));
  });
}

/** For all calls to the provider together: a sign-in fails clearly within five seconds (R24). */
const totalTimeoutMs = 4500;

async function withTimeout<Value>(work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable('provider-unavailable', 30)), totalTimeoutMs);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

async function exchange(settings: Settings, { tokenEndpoint }: Discovered, { code, redirectUri, codeVerifier }: ProviderCode): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: settings.clientId, client_secret: settings.clientSecret,
    ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
  });
  const response = await fetch(tokenEndpoint, { method: 'POST', body, signal: AbortSignal.timeout(providerTimeoutMs), redirect: 'error' }).catch(() => null);
  if (!response || response.status >= 500) throw unavailable('provider-unavailable', 30);
  const parsed = tokenResponse.safeParse(await response.json().catch(() => null));
  if (!response.ok || !parsed.success) throw refused();
  return parsed.data.id_token;
}

async function verify(idToken: string, settings: Settings, found: Discovered): Promise<ProviderProfile> {
  try {
    const { payload } = await jwtVerify(idToken, found.keys, {
      issuer: found.issuer, audience: settings.clientId, clockTolerance: 60, requiredClaims: ['sub', 'exp', 'iat'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
    });
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== settings.clientId) throw refused();
    const profile = profileOf(settings.issuer, payload);
    if (!profile) throw refused();
    return profile;
  } catch (error) {
    if (error instanceof Problem) throw error;
    log.info({ reason: String(error) }, 'an id_token was refused');
    const isTokenError = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC';
    throw isTokenError ? refused() : unavailable('provider-unavailable', 30);
  }
}
