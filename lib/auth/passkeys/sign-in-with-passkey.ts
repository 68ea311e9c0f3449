import 'server-only';
import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Device } from '@/lib/auth/sessions/device';
import { startSessionIn, type OpenedSession } from '@/lib/auth/sessions/start-session';
import { transaction } from '@/lib/database/client';
import { Problem } from '@/lib/problem';
import { newChallenge, relyingParty, type ChallengeScope } from './challenge';
import type { ShownCredential } from './schema';
import { recordPasskeyUse, verifyPasskey } from './verify-passkey';

const refused = () => new Problem(401, 'passkey-refused', { headers: { 'www-authenticate': 'Bearer' } });

/** @param browser the token of the browser's CSRF cookie, null without one @throws Problem 422 */
function scopeOf(browser: string | null): ChallengeScope {
  if (browser === null) throw new Problem(422, 'passkey-refused');
  return { purpose: 'sign-in', boundTo: browser };
}

/** Without a list of credentials: the person chooses among those the device has, and the answer says nothing about accounts. @throws Problem 422 without a cookie */
export const passkeySignInOptions = async (browser: string | null, now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  generateAuthenticationOptions({ rpID: relyingParty().id, challenge: newChallenge(scopeOf(browser), now), userVerification: 'required' });

interface SignIn { credential: ShownCredential; browser: string | null; device: Device; now: Date }

/** N22: device and person were both proven, so a second factor is not asked for. @throws Problem 401 `passkey-refused`, 422 without a cookie, 429 */
export async function signInWithPasskey({ credential, browser, device, now }: SignIn): Promise<OpenedSession> {
  const passkey = await verifyPasskey({ credential, scope: scopeOf(browser), address: device.address, now });
  if (!passkey) throw refused();
  return transaction(async (tx) => {
    if (!(await recordPasskeyUse(tx, passkey, now))) throw refused();
    return startSessionIn(tx, { userId: passkey.userId, totpAt: now }, device, now);
  });
}
