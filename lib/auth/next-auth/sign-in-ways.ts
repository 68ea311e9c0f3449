import 'server-only';
import type { NextAuthOptions, User } from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { checkPassword } from '@/lib/auth/password/check-password';
import { createGuest } from '@/lib/auth/password/create-account';
import { signInSchema } from '@/lib/auth/schema';
import { finishEntry, type NamedPerson } from '@/lib/auth/providers/enter-with-provider';
import { noting, type SignInCall } from './sign-in-call';
import { startSession, type OpenedSession } from '@/lib/auth/sessions/start-session';

type Fields = Record<string, string> | undefined;

/** The forms of the login page: `credentials` and `guest` (api.md). */
export const credentialProviders = (call: SignInCall): NextAuthOptions['providers'] => [
  credentials({ id: 'credentials', credentials: { email: {}, password: {}, totp: {} }, authorize: (fields) => noting(call, () => withForm(call, fields)) }),
  credentials({ id: 'guest', credentials: {}, authorize: () => noting(call, () => asGuest(call)) }),
];

/** A second factor alone finishes what a provider's sign-in began. */
const withForm = (call: SignInCall, fields: Fields): Promise<User | null> =>
  call.pending && fields?.totp && !fields.password ? withSecondFactor(call, call.pending, fields.totp) : withPassword(call, fields);

async function withSecondFactor(call: SignInCall, person: NamedPerson, totp: string): Promise<User | null> {
  const entered = await finishEntry(person, totp, call.device, call.at);
  if (!entered.ok) return refuse(call, 'totp-wrong');
  call.pending = null;
  return enter(call, entered.value);
}

async function withPassword(call: SignInCall, fields: Fields): Promise<User | null> {
  const form = signInSchema.safeParse({ email: fields?.email, sub: fields?.password, totp: fields?.totp || undefined });
  if (!form.success) return refuse(call, 'wrong-credentials');
  const { email, sub, totp } = form.data;
  const proven = await checkPassword({ email, password: sub, totp, address: call.device.address, now: call.at });
  if (!proven.ok) return refuse(call, totp && proven.code === 'totp-required' ? 'totp-wrong' : proven.code);
  return enter(call, await startSession(proven.value, call.device, call.at));
}

async function asGuest(call: SignInCall): Promise<User> {
  const guest = await createGuest(call.lang, call.device.address, call.at);
  return enter(call, await startSession(guest, call.device, call.at));
}

function enter(call: SignInCall, session: OpenedSession): User {
  call.session = session;
  return { id: session.userId, name: session.name };
}

function refuse(call: SignInCall, error: string): null {
  call.error = error;
  return null;
}

