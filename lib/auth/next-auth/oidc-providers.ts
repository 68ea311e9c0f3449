import 'server-only';
import type { NextAuthOptions, Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { discover, providerTimeoutMilliseconds, settingsOf, wellKnownOf, type ProviderName } from '@/lib/auth/providers/provider-discovery';
import { profileOf } from '@/lib/auth/providers/provider-profile';
import { config } from '@/lib/config/config';
import { enterWithProvider } from '@/lib/auth/providers/enter-with-provider';
import { noting, type SignInCall } from './sign-in-call';

type Checks = OAuthConfig<Profile>['checks'];

/** State always, nonce with Google, PKCE wherever the issuer's discovery offers it (row D6). */
async function checksOf(provider: ProviderName, asked: boolean): Promise<Checks> {
  const found = asked ? await discover(settingsOf(provider)).catch(() => null) : null;
  const pkce = found ? found.offersPkce : provider === 'google';
  return [...(pkce ? ['pkce' as const] : []), 'state', ...(provider === 'google' ? ['nonce' as const] : [])] as Checks;
}

async function oidcProvider(provider: ProviderName, asked: boolean): Promise<OAuthConfig<Profile>> {
  const settings = settingsOf(provider);
  return {
    id: provider, name: provider, type: 'oauth', wellKnown: wellKnownOf(settings), issuer: settings.issuer, idToken: true,
    checks: await checksOf(provider, asked), authorization: { params: { scope: 'openid profile email' } },
    clientId: settings.clientId, clientSecret: settings.clientSecret, client: { token_endpoint_auth_method: 'client_secret_post' },
    httpOptions: { timeout: providerTimeoutMilliseconds },
    profile: (claims) => ({ id: claims.sub ?? '', name: claims.name ?? '', email: claims.email ?? '' }),
  };
}

/** The configured ones; only the one a call is about is asked for what it offers. */
export async function oidcProviders(asked: ProviderName | null): Promise<NextAuthOptions['providers']> {
  const names = (['google', 'linkedin'] as const).filter((name) => config()[name]);
  return Promise.all(names.map((name) => oidcProvider(name, name === asked)));
}

/** The id_token's claims decide who enters; false sends the visitor back with what went wrong. */
export async function admitProvider(call: SignInCall, name: string, claims: unknown): Promise<boolean> {
  const provider: ProviderName = name === 'linkedin' ? 'linkedin' : 'google';
  const profile = profileOf(settingsOf(provider).issuer, claims);
  if (!profile) {
    call.error = 'provider-failed';
    return false;
  }
  const entry = await noting(call, () => enterWithProvider({ provider, profile, lang: call.lang, guestId: call.guestId, now: call.at }, call.device, undefined));
  if (entry?.ok) {
    call.session = entry.value;
    return true;
  }
  call.error = entry?.code ?? null;
  call.pending = entry?.code === 'totp-required' ? entry.person : null;
  return false;
}
