import 'server-only';
import type { ProviderName } from '@/lib/auth/providers/provider-discovery';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import type { NamedPerson } from '@/lib/auth/providers/enter-with-provider';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';

/** One call of next-auth's: what came in, and what our side made of it. */
export interface SignInCall {
  at: Date;
  device: Device;
  headers: Headers;
  lang: Language;
  /** The guest who signs in or up, if one does. */
  guestId: string | null;
  session: OpenedSession | null;
  /** Whom a provider has named, but whose second factor is still to be shown. */
  pending: NamedPerson | null;
  /** A refusal with a status of its own: limits, or a part that is down. */
  problem: Problem | null;
  /** Why the sign-in failed, a message key. */
  error: string | null;
  /** The provider the call is about, if it is about one. */
  provider: ProviderName | null;
  /** The browser's session was ended by its person's wish. */
  signedOut: boolean;
  /** The provider came back with an error instead of a code. */
  providerSaidNo: boolean;
  callbackUrl: string;
  /** Same-site address to go on to. */
  wayOn: (url: string) => string;
}

/** next-auth turns every exception into one word in an address; ours keep their status. */
export async function noting<Value>(call: SignInCall, work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    call.problem = error instanceof Problem ? error : new Problem(500, 'internal');
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}
