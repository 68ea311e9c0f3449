import 'server-only';
import { createRemoteJWKSet } from 'jose';
import { z } from 'zod';
import { config, type Config } from '@/lib/config/config';
import { unavailable } from '@/lib/problem';

export type ProviderName = 'google' | 'linkedin';
/** As people know them; the same in every language. */
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

const keptMilliseconds = 10 * 60 * 1000;
export const providerTimeoutMilliseconds = 4000;
const kept = new Map<string, { at: number; found: Discovered }>();

/** @throws Problem 503 when the provider is not configured */
export function settingsOf(provider: ProviderName): Settings {
  const settings = config()[provider];
  if (!settings) throw unavailable('provider-unavailable', 3600);
  return settings;
}

export const wellKnownOf = ({ issuer }: Settings): string => `${issuer}/.well-known/openid-configuration`;

/** What the issuer says of itself, remembered for ten minutes. Password sign-in never waits for it (fault R24). @throws Problem 503 */
export async function discover(settings: Settings): Promise<Discovered> {
  const known = kept.get(settings.issuer);
  if (known && Date.now() - known.at < keptMilliseconds) return known.found;
  try {
    const answer = await fetch(wellKnownOf(settings), { signal: AbortSignal.timeout(providerTimeoutMilliseconds), redirect: 'error' });
    const told = document.parse(await answer.json());
    if (told.issuer.replace(/\/$/, '') !== settings.issuer) throw new Error('the document is of another issuer');
    const found = {
      issuer: told.issuer, tokenEndpoint: told.token_endpoint,
      offersPkce: told.code_challenge_methods_supported?.includes('S256') ?? false,
      // A new key is taken up at once, the cached ones stay good while the provider is away.
      keys: createRemoteJWKSet(new URL(told.jwks_uri), { timeoutDuration: providerTimeoutMilliseconds, cooldownDuration: 5000, cacheMaxAge: keptMilliseconds }),
    };
    kept.set(settings.issuer, { at: Date.now(), found });
    return found;
  } catch {
    if (known) return known.found;
    throw unavailable('provider-unavailable', 30);
  }
}
