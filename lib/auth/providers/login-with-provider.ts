import 'server-only';
import { z } from 'zod';
import type { ProviderName } from '@/lib/auth/providers/provider-discovery';
import type { ProviderProfile } from '@/lib/auth/providers/provider-profile';
import { profileOfCode, profileOfIdToken } from '@/lib/auth/providers/provider-token';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import { signInWithProfile } from './sign-in-with-profile';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';

const text = z.string().max(5000);
const code = { code: text.min(1), redirectUri: text.min(1), codeVerifier: text.optional(), totp: text.optional() };

/** Clients may send claims beside the token; they are not read. */
export const googleLoginSchema = z.union([
  z.object(code),
  z.object({ idToken: text.min(1), totp: text.optional() }),
  z.object({ accessToken: text.min(1), totp: text.optional() }).transform(({ accessToken, totp }) => ({ idToken: accessToken, totp })),
]);
export const linkedinLoginSchema = z.object(code);

type Credentials = z.output<typeof googleLoginSchema>;
interface Caller { guestId: string | null; lang: Language; device: Device; now: Date }

const profileFrom = (provider: ProviderName, credentials: Credentials): Promise<ProviderProfile> =>
  'code' in credentials ? profileOfCode(provider, credentials) : profileOfIdToken(provider, credentials.idToken);

/** @throws Problem 401 refused or `totp-required`, 409 `account-exists`, 429, 503 */
export async function loginWithProvider(provider: ProviderName, credentials: Credentials, { guestId, lang, device, now }: Caller): Promise<OpenedSession> {
  const profile = await profileFrom(provider, credentials);
  const signedIn = await signInWithProfile({ provider, profile, lang, guestId, now }, device, credentials.totp);
  if (signedIn.ok) return signedIn.value;
  throw signedIn.code === 'account-exists' ? new Problem(409, 'account-exists') : new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}
