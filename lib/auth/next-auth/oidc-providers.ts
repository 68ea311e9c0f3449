import 'server-only';
import type { NextAuthOptions, Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { discover, providerTimeoutMs, settingsOf, wellKnownOf, type ProviderName } from '@/lib/auth/providers/provider-discovery';
import { profileOf } from '@/lib/auth/providers/provider-profile';
import { config } from '@/lib/config/config';
import { signInWithProfile } from '@/lib/auth/providers/sign-in-with-profile';
import { recordProblem, type SignInCall } from './sign-in-call';

type Checks = OAuthConfig<Profile>['checks'];

/** State always, nonce with Google, PKCE where the issuer's discovery document offers it (D6). */
async function checksOf(provider: ProviderName, discovers: boolean): Promise<Checks> {
  const found = discovers ? await discover(settingsOf(provider)).catch(() => null) : null;
  const pkce = found ? found.offersPkce : provider === 'google';
  return [...(pkce ? ['pkce' as const] : []), 'state', ...(provider === 'google' ? ['nonce' as const] : [])] as Checks;
}

async function oidcProvider(provider: ProviderName, discovers: boolean): Promise<OAuthConfig<Profile>> {
  const settings = settingsOf(provider);
  return {
    id: provider, name: provider, type: 'oauth', wellKnown: wellKnownOf(settings), issuer: settings.issuer, idToken: true,
    checks: await checksOf(provider, discovers), authorization: { params: { scope: 'openid profile email' } },
    clientId: settings.clientId, clientSecret: settings.clientSecret, client: { token_endpoint_auth_method: 'client_secret_post' },
    httpOptions: { timeout: providerTimeoutMs },
    profile: (claims) => ({ id: claims.sub ?? '', name: claims.name ?? '', email: claims.email ?? '' }),
  };
}

/** The configured providers; only the one of the call is discovered. */
export async function oidcProviders(current: ProviderName | null): Promise<NextAuthOptions['providers']> {
  const names = (['google', 'linkedin'] as const).filter((name) => config()[name]);
  return Promise.all(names.map((name) => oidcProvider(name, name === current)));
}

/** Signs in by the id_token's claims; false sends the visitor back with `call.error`. */
export async function signInWithClaims(call: SignInCall, name: string, claims: unknown): Promise<boolean> {
  const provider: ProviderName = name === 'linkedin' ? 'linkedin' : 'google';
  const profile = profileOf(settingsOf(provider).issuer, claims);
  if (!profile) {
    call.error = 'provider-failed';
    return false;
  }
  const signedIn = await recordProblem(call, () => signInWithProfile({ provider, profile, lang: call.lang, guestId: call.guestId, now: call.at }, call.device, undefined));
  if (signedIn?.ok) {
    call.session = signedIn.value;
    return true;
  }
  call.error = signedIn?.code ?? null;
  call.pending = signedIn?.code === 'totp-required' ? signedIn.person : null;
  return false;
}
