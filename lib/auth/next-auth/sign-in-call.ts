import 'server-only';
import type { ProviderName } from '@/lib/auth/providers/provider-discovery';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import type { IdentifiedPerson } from '@/lib/auth/sign-in/pending-sign-in';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';

/** One call of next-auth: what came in, and what our side decided. */
export interface SignInCall {
  at: Date;
  device: Device;
  headers: Headers;
  lang: Language;
  /** The guest who signs in or up, if one does. */
  guestId: string | null;
  session: OpenedSession | null;
  /** A person whom a provider or a mailed code has identified, and whose second factor is still missing. */
  pending: IdentifiedPerson | null;
  /** A refusal with its own status: a limit, or a service that is down. */
  problem: Problem | null;
  /** Why the sign-in failed, a message key. */
  error: string | null;
  /** The provider the call is about, if it is about one. */
  provider: ProviderName | null;
  /** The browser's session was ended on request. */
  signedOut: boolean;
  /** The provider came back with an error instead of a code. */
  providerRefused: boolean;
  callbackUrl: string;
  /** The same-site URL to continue at. */
  continueAt: (url: string) => string;
}

/** next-auth turns every exception into an error name in a URL; a Problem is recorded here, to keep its status. */
export async function recordProblem<Value>(call: SignInCall, work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    call.problem = error instanceof Problem ? error : new Problem(500, 'internal');
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}
