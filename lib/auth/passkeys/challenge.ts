import 'server-only';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { hmacOf, randomToken, safeEqual } from '@/lib/config/secrets';
import type { Tx } from '@/lib/database/client';

/** Long enough for a sign-in page that was left open; the page asks for a new one before (`passkey-way.tsx`). */
const lifetimeSeconds = 600;

export type PasskeyPurpose = 'register' | 'sign-in' | 'step-up';

/** What a challenge belongs to: the session, or before a sign-in the token in the browser's CSRF cookie. */
export interface ChallengeScope { purpose: PasskeyPurpose; boundTo: string }

/** The site as authenticators know it (WebAuthn's relying party): from SITE_URL, never from a request. */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(config().siteUrl);
  return { id: hostname, origin };
}

const macOf = ({ purpose, boundTo }: ChallengeScope, nonce: string, expiresAt: string): string =>
  hmacOf('passkey-challenge', [purpose, boundTo, nonce, expiresAt].join('\n'));

/** `nonce.expiry.mac`: says itself what it is for, so a page that asks for one stores nothing. */
export function newChallenge(scope: ChallengeScope, now: Date): string {
  const nonce = randomToken(18);
  const expiresAt = String(addSeconds(now, lifetimeSeconds).getTime());
  return [nonce, expiresAt, macOf(scope, nonce, expiresAt)].join('.');
}

export interface OpenChallenge { nonce: string; expiresAt: Date }

/** The challenge an authenticator signed, base64url; null when it is not ours, has expired or belongs to something else. */
export function readChallenge(signed: string, scope: ChallengeScope, now: Date): OpenChallenge | null {
  const [nonce = '', expiry = '', mac = ''] = Buffer.from(signed, 'base64url').toString('utf8').split('.');
  if (!safeEqual(mac, macOf(scope, nonce, expiry))) return null;
  const expiresAt = new Date(Number(expiry));
  return expiresAt > now ? { nonce, expiresAt } : null;
}

/** False when it was answered before. In the transaction of what it allows. */
export async function spendChallenge(tx: Tx, { nonce, expiresAt }: OpenChallenge): Promise<boolean> {
  const spent = await tx.spentChallenge.createMany({ data: [{ nonce, expiresAt }], skipDuplicates: true });
  return spent.count === 1;
}
