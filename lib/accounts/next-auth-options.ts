import type { NextAuthOptions, Profile, User } from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { checkPassword } from '@/lib/accounts/password/check-password';
import {
  discoverProvider,
  type ProviderName,
  providerTimeoutMs,
  settingsOf,
  toProfile,
  wellKnownOf,
} from '@/lib/accounts/providers/openid';
import { signInWithProfile } from '@/lib/accounts/providers/sign-in-with-provider';
import { findActor } from '@/lib/accounts/sessions/actor-of';
import { cookieNames, findCookie, nextAuthSecret } from '@/lib/accounts/sessions/cookies';
import type { Device } from '@/lib/accounts/sessions/devices';
import { endSession } from '@/lib/accounts/sessions/end-sessions';
import { type OpenedSession, startSession } from '@/lib/accounts/sessions/start-session';
import {
  decodeSessionCookie,
  encodeSessionCookie,
  readSessionCookie,
  refreshLifetimeSeconds,
} from '@/lib/accounts/sessions/tokens';
import { addSeconds, now as clockNow } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { defaultLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { Problem } from '@/lib/problem';
import { createGuest } from './create-account';
import { signInSchema } from './schema';
import { completeSignIn, type IdentifiedUser } from './sign-in';

/** Creates the options for each call, because their callbacks store the result of the sign-in in `call`. */
export async function createAuthOptions(call: SignInCall): Promise<NextAuthOptions> {
  const secure = config().siteUrl.startsWith('https:');
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  const names = cookieNames();
  return {
    secret: nextAuthSecret(),
    useSecureCookies: secure,
    session: { strategy: 'jwt', maxAge: refreshLifetimeSeconds },
    cookies: {
      sessionToken: { name: names.session, options },
      csrfToken: { name: names.csrf, options },
      callbackUrl: { name: names.callbackUrl, options },
      state: { name: names.state, options },
      nonce: { name: names.nonce, options },
      pkceCodeVerifier: { name: names.pkce, options },
    },
    pages: { signIn: `/${defaultLanguage}/login`, error: `/${defaultLanguage}/login`, signOut: '/' },
    providers: [...credentialProviders(call), ...(await createProviders(call.provider))],
    jwt: {
      encode: ({ token }) => encodeSessionCookie(token ?? {}, clockNow()),
      decode: ({ token }) => (token ? (decodeSessionCookie(token, clockNow()) as never) : Promise.resolve(null)),
    },
    callbacks: {
      redirect: ({ url }) => call.continueAt(url),
      signIn: ({ account, profile }) =>
        account?.type === 'oauth' ? signInWithClaims(call, account.provider, profile) : true,
      jwt: async ({ token }) => readClaims(call, token),
      session: ({ token }) =>
        ({ expires: expiryOf(token), user: { id: token.sub, name: token.name, role: token.role } }) as never,
    },
    events: {
      // Read the cookie here, because next-auth ignores an expired one and would leave the session open.
      signOut: async () => {
        const browserSession = await readSessionCookie(findCookie(call.headers, cookieNames().session), new Date(0));
        if (browserSession) await endSession(browserSession.sessionId, 'logout', clockNow());
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

const expiryOf = ({ exp }: Record<string, unknown>): string => new Date(Number(exp) * 1000).toISOString();

/** @throws if the session has ended; next-auth then clears the cookie */
async function readClaims(call: SignInCall, token: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (call.session) {
    const { userId, sessionId, name, role } = call.session;
    return {
      sub: userId,
      sid: sessionId,
      name,
      role,
      exp: Math.floor(addSeconds(call.at, config().accessTtlSeconds).getTime() / 1000),
    };
  }
  const actor = await findActor(String(token.sid), String(token.sub), clockNow());
  if (!actor) throw new Problem(401, 'unauthorized');
  return { ...token, name: actor.name, role: actor.role };
}

type Fields = Record<string, string> | undefined;

const credentialProviders = (call: SignInCall): NextAuthOptions['providers'] => [
  credentials({
    id: 'credentials',
    credentials: { email: {}, password: {}, totp: {} },
    authorize: (fields) => recordProblem(call, () => signInWithForm(call, fields)),
  }),
  credentials({ id: 'guest', credentials: {}, authorize: () => recordProblem(call, () => signInAsGuest(call)) }),
];

async function signInWithForm(call: SignInCall, fields: Fields): Promise<User | null> {
  if (!fields?.totp || fields.password) return signInWithPassword(call, fields);
  // The page that asks for the second factor alone was open for longer than its cookie lives.
  return call.pending ? signInWithSecondFactor(call, call.pending, fields.totp) : refuseSignIn(call, 'unauthorized');
}

async function signInWithSecondFactor(call: SignInCall, person: IdentifiedUser, totp: string): Promise<User | null> {
  const signedIn = await completeSignIn(person, totp, call.device, call.at);
  if (!signedIn.ok) return refuseSignIn(call, 'totp-wrong');
  call.pending = null;
  return acceptSession(call, signedIn.value);
}

async function signInWithPassword(call: SignInCall, fields: Fields): Promise<User | null> {
  const form = signInSchema.safeParse({ email: fields?.email, sub: fields?.password, totp: fields?.totp || undefined });
  if (!form.success) return refuseSignIn(call, 'wrong-credentials');
  const { email, sub, totp } = form.data;
  const proven = await checkPassword({
    email,
    password: sub,
    totp,
    ...call.device,
    deviceToken: findCookie(call.headers, cookieNames().device),
    now: call.at,
  });
  if (!proven.ok) return refuseSignIn(call, totp && proven.code === 'totp-required' ? 'totp-wrong' : proven.code);
  return acceptSession(call, await startSession(proven.value, call.device, call.at));
}

async function signInAsGuest(call: SignInCall): Promise<User> {
  const guest = await createGuest(call.lang, call.device.ip, call.at);
  return acceptSession(call, await startSession(guest, call.device, call.at));
}

function acceptSession(call: SignInCall, session: OpenedSession): User {
  call.session = session;
  return { id: session.userId, name: session.name };
}

function refuseSignIn(call: SignInCall, error: string): null {
  call.error = error;
  return null;
}

type Checks = OAuthConfig<Profile>['checks'];

/** Always uses state. Adds a nonce for Google, and PKCE if the issuer's discovery document offers it (D6). */
async function chooseChecks(provider: ProviderName, isDiscovered: boolean): Promise<Checks> {
  const found = isDiscovered ? await discoverProvider(settingsOf(provider)).catch(() => null) : null;
  const pkce = found ? found.offersPkce : provider === 'google';
  return [...(pkce ? ['pkce' as const] : []), 'state', ...(provider === 'google' ? ['nonce' as const] : [])] as Checks;
}

async function createProvider(provider: ProviderName, discovers: boolean): Promise<OAuthConfig<Profile>> {
  const settings = settingsOf(provider);
  return {
    id: provider,
    name: provider,
    type: 'oauth',
    wellKnown: wellKnownOf(settings),
    issuer: settings.issuer,
    idToken: true,
    checks: await chooseChecks(provider, discovers),
    authorization: { params: { scope: 'openid profile email' } },
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    httpOptions: { timeout: providerTimeoutMs },
    profile: (claims) => ({ id: claims.sub ?? '', name: claims.name ?? '', email: claims.email ?? '' }),
  };
}

async function createProviders(current: ProviderName | null): Promise<NextAuthOptions['providers']> {
  const names = (['google', 'linkedin'] as const).filter((name) => config()[name]);
  return Promise.all(names.map((name) => createProvider(name, name === current)));
}

async function signInWithClaims(call: SignInCall, name: string, claims: unknown): Promise<boolean> {
  const provider: ProviderName = name === 'linkedin' ? 'linkedin' : 'google';
  const profile = toProfile(settingsOf(provider).issuer, claims);
  if (!profile) {
    call.error = 'provider-failed';
    return false;
  }
  const signedIn = await recordProblem(call, () =>
    signInWithProfile(
      { provider, profile, lang: call.lang, guestId: call.guestId, now: call.at },
      call.device,
      undefined,
    ),
  );
  if (signedIn?.ok) {
    call.session = signedIn.value;
    return true;
  }
  call.error = signedIn?.code ?? null;
  call.pending = signedIn?.code === 'totp-required' ? signedIn.person : null;
  return false;
}

export interface SignInCall {
  at: Date;
  device: Device;
  headers: Headers;
  lang: Language;
  guestId: string | null;
  session: OpenedSession | null;
  /** The user who still has to give a second factor. */
  pending: IdentifiedUser | null;
  problem: Problem | null;
  error: string | null;
  provider: ProviderName | null;
  signedOut: boolean;
  providerRefused: boolean;
  callbackUrl: string;
  continueAt: (url: string) => string;
}

/** Keeps the status of a Problem, since next-auth turns every exception into an error name in a URL. */
async function recordProblem<Value>(call: SignInCall, work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    call.problem = error instanceof Problem ? error : new Problem(500, 'internal');
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}
