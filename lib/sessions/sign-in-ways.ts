import 'server-only';
import type { NextAuthOptions, User } from 'next-auth';
import credentials from 'next-auth/providers/credentials';
import { checkPassword } from '@/lib/accounts/check-password';
import { createGuest } from '@/lib/accounts/create-account';
import { signInSchema } from '@/lib/accounts/schema';
import { noting, type SignInCall } from './sign-in-call';
import { startSession } from './start-session';

type Fields = Record<string, string> | undefined;

/** The forms of the login page: `credentials` and `guest` (api.md). */
export const credentialProviders = (call: SignInCall): NextAuthOptions['providers'] => [
  credentials({ id: 'credentials', credentials: { email: {}, password: {}, totp: {} }, authorize: (fields) => noting(call, () => withPassword(call, fields)) }),
  credentials({ id: 'guest', credentials: {}, authorize: () => noting(call, () => asGuest(call)) }),
];

async function withPassword(call: SignInCall, fields: Fields): Promise<User | null> {
  const form = signInSchema.safeParse({ email: fields?.email, sub: fields?.password, totp: fields?.totp || undefined });
  if (!form.success) return refuse(call, 'wrong-credentials');
  const { email, sub, totp } = form.data;
  const proven = await checkPassword({ email, password: sub, totp, address: call.device.address, now: call.at });
  if (!proven.ok) return refuse(call, totp && proven.code === 'totp-required' ? 'totp-wrong' : proven.code);
  call.session = await startSession(proven.value, call.device, call.at);
  return { id: call.session.userId, name: call.session.name };
}

async function asGuest(call: SignInCall): Promise<User> {
  const guest = await createGuest(call.lang, call.device.address, call.at);
  call.session = await startSession(guest, call.device, call.at);
  return { id: guest.userId, name: '' };
}

function refuse(call: SignInCall, error: string): null {
  call.error = error;
  return null;
}

