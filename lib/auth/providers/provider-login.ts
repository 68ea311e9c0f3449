import 'server-only';
import { z } from 'zod';
import type { ProviderName } from '@/lib/auth/providers/provider-discovery';
import type { ProviderProfile } from '@/lib/auth/providers/provider-profile';
import { profileOfCode, profileOfIdToken } from '@/lib/auth/providers/provider-token';
import type { MaybeActor } from '@/lib/actor';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import { enterWithProvider } from './enter-with-provider';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';

const text = z.string().max(5000);
const code = { code: text.min(1), redirectUri: text.min(1), codeVerifier: text.optional(), totp: text.optional() };

/** Claims may stand beside the token (spec section 3); they are not even read. */
export const googleLoginSchema = z.union([
  z.object(code),
  z.object({ idToken: text.min(1), totp: text.optional() }),
  z.object({ accessToken: text.min(1), totp: text.optional() }).transform(({ accessToken, totp }) => ({ idToken: accessToken, totp })),
]);
export const linkedinLoginSchema = z.object(code);

type Given = z.output<typeof googleLoginSchema>;
interface Caller { actor: MaybeActor; lang: Language; device: Device; now: Date }

const profileFrom = (provider: ProviderName, given: Given): Promise<ProviderProfile> =>
  'code' in given ? profileOfCode(provider, given) : profileOfIdToken(provider, given.idToken);

/** @throws Problem 401 refused or `totp-required`, 409 `account-exists`, 429, 503 */
export async function providerLogin(provider: ProviderName, given: Given, { actor, lang, device, now }: Caller): Promise<OpenedSession> {
  const profile = await profileFrom(provider, given);
  const guestId = actor?.role === 'guest' ? actor.userId : null;
  const entry = await enterWithProvider({ provider, profile, lang, guestId, now }, device, given.totp);
  if (entry.ok) return entry.value;
  throw entry.code === 'account-exists' ? new Problem(409, 'account-exists') : new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}
