import 'server-only';
import type { NextAuthOptions, User } from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createGuest } from '@/lib/auth/password/create-account';
import { signInSchema } from '@/lib/auth/schema';
import { completeSignIn } from '@/lib/auth/sign-in/complete-sign-in';
import type { IdentifiedPerson } from '@/lib/auth/sign-in/pending-sign-in';
import { recordProblem, type SignInCall } from './sign-in-call';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

type Fields = Record<string, string> | undefined;

/** The forms of the login page: `credentials` and `guest`. */
export const credentialProviders = (call: SignInCall): NextAuthOptions['providers'] => [
  credentials({ id: 'credentials', credentials: { email: {}, password: {}, totp: {} }, authorize: (fields) => recordProblem(call, () => signInWithForm(call, fields)) }),
  credentials({ id: 'guest', credentials: {}, authorize: () => recordProblem(call, () => signInAsGuest(call)) }),
];

/** A second factor alone completes a sign-in that a provider or a mailed code began. */
const signInWithForm = (call: SignInCall, fields: Fields): Promise<User | null> =>
  call.pending && fields?.totp && !fields.password ? signInWithSecondFactor(call, call.pending, fields.totp) : signInWithPassword(call, fields);

async function signInWithSecondFactor(call: SignInCall, person: IdentifiedPerson, totp: string): Promise<User | null> {
  const signedIn = await completeSignIn(person, totp, call.device, call.at);
  if (!signedIn.ok) return refuse(call, 'totp-wrong');
  call.pending = null;
  return accept(call, signedIn.value);
}

async function signInWithPassword(call: SignInCall, fields: Fields): Promise<User | null> {
  const form = signInSchema.safeParse({ email: fields?.email, sub: fields?.password, totp: fields?.totp || undefined });
  if (!form.success) return refuse(call, 'wrong-credentials');
  const { email, sub, totp } = form.data;
  const proven = await checkPassword({ email, password: sub, totp, ...call.device, deviceToken: cookieOf(call.headers, cookieNames().device), now: call.at });
  if (!proven.ok) return refuse(call, totp && proven.code === 'totp-required' ? 'totp-wrong' : proven.code);
  return accept(call, await startSession(proven.value, call.device, call.at));
}

async function signInAsGuest(call: SignInCall): Promise<User> {
  const guest = await createGuest(call.lang, call.device.address, call.at);
  return accept(call, await startSession(guest, call.device, call.at));
}

function accept(call: SignInCall, session: OpenedSession): User {
  call.session = session;
  return { id: session.userId, name: session.name };
}

function refuse(call: SignInCall, error: string): null {
  call.error = error;
  return null;
}
