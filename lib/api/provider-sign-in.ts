import type { ProviderName } from '@/lib/accounts/providers/openid';
import { type Credentials, signInWithProvider } from '@/lib/accounts/providers/sign-in-with-provider';
import { createSignedInResponse } from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { findGuestId } from '@/lib/accounts/sessions/refresh-session';
import { now } from '@/lib/clock';
import type { MaybeActor } from '@/lib/permissions';
import { pageLanguageOf } from './request';

interface SignInCall {
  request: Request;
  body: Credentials;
  actor: MaybeActor;
}

export const signInWith =
  (provider: ProviderName) =>
  async ({ request, body, actor }: SignInCall): Promise<Response> => {
    const time = now();
    const guestId = await findGuestId(request, actor, time);
    const session = await signInWithProvider(provider, body, {
      guestId,
      lang: pageLanguageOf(request),
      device: deviceOf(request.headers),
      now: time,
    });
    return createSignedInResponse(session, { status: 200, cookies: false, now: time });
  };
