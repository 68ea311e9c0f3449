import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import { addSeconds, now as clockNow } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { defaultLanguage } from '@/lib/language';
import { log } from '@/lib/log';
import { Problem } from '@/lib/problem';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { nextAuthSecret } from './csrf-cookie';
import { endSession } from '@/lib/auth/sessions/end-session';
import { findActor } from '@/lib/auth/sessions/actor-of';
import { refreshLifetimeSeconds } from '@/lib/auth/tokens/refresh-token';
import { decodeSessionCookie, encodeSessionCookie, readSessionCookie } from '@/lib/auth/sessions/session-cookie';
import { signInWithClaims, oidcProviders } from './oidc-providers';
import { credentialProviders } from './credential-providers';
import type { SignInCall } from './sign-in-call';

/**
 * next-auth does the protocols and the CSRF checks; identity and the session's row are ours.
 * Created for each call, so that the result of a sign-in reaches the response without a global.
 */
export async function authOptions(call: SignInCall): Promise<NextAuthOptions> {
  const secure = config().siteUrl.startsWith('https:');
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    secret: nextAuthSecret(),
    useSecureCookies: secure,
    session: { strategy: 'jwt', maxAge: refreshLifetimeSeconds },
    cookies: { sessionToken: { name: cookieNames().session, options }, csrfToken: { name: cookieNames().csrf, options } },
    pages: { signIn: `/${defaultLanguage}/login`, error: `/${defaultLanguage}/login`, signOut: '/' },
    providers: [...credentialProviders(call), ...(await oidcProviders(call.provider))],
    jwt: {
      encode: ({ token }) => encodeSessionCookie(token ?? {}, clockNow()),
      decode: ({ token }) => (token ? (decodeSessionCookie(token, clockNow()) as never) : Promise.resolve(null)),
    },
    callbacks: {
      redirect: ({ url }) => call.continueAt(url),
      signIn: ({ account, profile }) => (account?.type === 'oauth' ? signInWithClaims(call, account.provider, profile) : true),
      jwt: async ({ token }) => claimsOf(call, token),
      session: ({ token }) => ({ expires: expiryOf(token), user: { id: token.sub, name: token.name, role: token.role } }) as never,
    },
    events: {
      // An expired cookie still names its session; next-auth's own reading refuses it.
      signOut: async () => {
        const shown = await readSessionCookie(cookieOf(call.headers, cookieNames().session), new Date(0));
        if (shown) await endSession(shown.sessionId, 'logout', clockNow());
        call.signedOut = true;
      },
    },
    logger: {
      error: (code, detail) => log.debug({ code, detail: String(detail) }, 'next-auth'),
      warn: (code) => log.debug({ code }, 'next-auth'),
      debug: () => undefined,
    },
  };
}

/** When the session's content ends: the cookie outlives it, see `sessionCookies`. */
const expiryOf = ({ exp }: Record<string, unknown>): string => new Date(Number(exp) * 1000).toISOString();

/** @throws when the session has ended: next-auth then clears the cookie */
async function claimsOf(call: SignInCall, token: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (call.session) {
    const { userId, sessionId, name, role } = call.session;
    return { sub: userId, sid: sessionId, name, role, exp: Math.floor(addSeconds(call.at, config().accessTtlSeconds).getTime() / 1000) };
  }
  const actor = await findActor(String(token.sid), String(token.sub), clockNow());
  if (!actor) throw new Problem(401, 'unauthorized');
  return { ...token, name: actor.name, role: actor.role };
}
