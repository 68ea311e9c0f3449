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
import { liveActor } from '@/lib/auth/sessions/live-actor';
import { refreshLifetimeSeconds } from '@/lib/auth/tokens/refresh-token';
import { decodeSessionCookie, encodeSessionCookie, readSessionCookie } from '@/lib/auth/sessions/session-cookie';
import { admitProvider, oidcProviders } from './oidc-providers';
import { credentialProviders } from './sign-in-ways';
import type { SignInCall } from './sign-in-call';

/**
 * next-auth speaks the protocols and keeps the forgery checks; who a person is, and the session row, are ours.
 * Made for each call, so that what a sign-in opened reaches the answer without a global.
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
      redirect: ({ url }) => call.wayOn(url),
      signIn: ({ account, profile }) => (account?.type === 'oauth' ? admitProvider(call, account.provider, profile) : true),
      jwt: async ({ token }) => claimsOf(call, token),
      session: ({ session, token }) => ({ expires: session.expires, user: { id: token.sub, name: token.name, role: token.role } }) as never,
    },
    events: {
      // The cookie still says which session it was when its access has run out, which next-auth's own reading of it does not.
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

/** @throws when the row behind the cookie is over: next-auth then clears the cookie */
async function claimsOf(call: SignInCall, token: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (call.session) {
    const { userId, sessionId, name, role } = call.session;
    return { sub: userId, sid: sessionId, name, role, exp: Math.floor(addSeconds(call.at, config().accessTtlSeconds).getTime() / 1000) };
  }
  const actor = await liveActor(String(token.sid), String(token.sub), clockNow());
  if (!actor) throw new Problem(401, 'unauthorized');
  return { ...token, name: actor.name, role: actor.role };
}
