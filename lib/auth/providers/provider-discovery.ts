import 'server-only';
import { createRemoteJWKSet } from 'jose';
import { z } from 'zod';
import { config, type Config } from '@/lib/config/config';
import { unavailable } from '@/lib/problem';

export type ProviderName = 'google' | 'linkedin';
/** The provider's name as shown to people, the same in every language. */
export const providerTitle = (provider: string): string => (provider === 'linkedin' ? 'LinkedIn' : 'Google');
type Keys = ReturnType<typeof createRemoteJWKSet>;

const document = z.object({
  issuer: z.string(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
});

export interface Discovered { issuer: string; tokenEndpoint: string; offersPkce: boolean; keys: Keys }
export type Settings = NonNullable<Config['google']>;

const cachedForMs = 10 * 60 * 1000;
export const providerTimeoutMs = 4000;
const cache = new Map<string, { atMs: number; discovered: Discovered }>();

/** @throws Problem 503 when the provider is not configured */
export function settingsOf(provider: ProviderName): Settings {
  const settings = config()[provider];
  if (!settings) throw unavailable('provider-unavailable', 3600);
  return settings;
}

export const wellKnownOf = ({ issuer }: Settings): string => `${issuer}/.well-known/openid-configuration`;

/** The issuer's discovery document, cached for ten minutes. Password sign-in never waits for it (R24). @throws Problem 503 */
export async function discover(settings: Settings): Promise<Discovered> {
  const cached = cache.get(settings.issuer);
  if (cached && Date.now() - cached.atMs < cachedForMs) return cached.discovered;
  try {
    const response = await fetch(wellKnownOf(settings), { signal: AbortSignal.timeout(providerTimeoutMs), redirect: 'error' });
    const found = document.parse(await response.json());
    if (found.issuer.replace(/\/$/, '') !== settings.issuer) throw new Error('the document belongs to another issuer');
    const discovered = {
      issuer: found.issuer, tokenEndpoint: found.token_endpoint,
      offersPkce: found.code_challenge_methods_supported?.includes('S256') ?? false,
      // A new key is fetched at once; the cached ones stay valid while the provider is down.
      keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: providerTimeoutMs, cooldownDuration: 5000, cacheMaxAge: cachedForMs }),
    };
    cache.set(settings.issuer, { atMs: Date.now(), discovered });
    return discovered;
  } catch {
    if (cached) return cached.discovered;
    throw unavailable('provider-unavailable', 30);
  }
}
