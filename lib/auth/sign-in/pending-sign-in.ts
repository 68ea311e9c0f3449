import 'server-only';
import { z } from 'zod';
import { addSeconds } from '@/lib/clock';
import { open, seal } from '@/lib/config/secrets';
import { cookieNames, setCookie } from '@/lib/auth/sessions/cookies';

const lifetimeSeconds = 300;

/** Who has shown the first proof, and what it was: a provider's link to their account, or a mailed code that is spent when the session begins. */
export type IdentifiedPerson = { userId: string } & ({ linkId: string } | { codeId: string });

const person = z.union([z.object({ userId: z.string(), linkId: z.string() }), z.object({ userId: z.string(), codeId: z.string() })]);
const shape = z.object({ person, until: z.number() });

/** The second factor must follow within five minutes. */
export function pendingCookie(identified: IdentifiedPerson | null, now: Date): string {
  if (!identified) return setCookie(cookieNames().secondFactor, '', { maxAgeSeconds: 0 });
  const value = seal('second-factor', JSON.stringify({ person: identified, until: addSeconds(now, lifetimeSeconds).getTime() }));
  return setCookie(cookieNames().secondFactor, value, { maxAgeSeconds: lifetimeSeconds });
}

export function readPending(cookie: string | undefined, now: Date): IdentifiedPerson | null {
  const text = cookie ? open('second-factor', cookie) : null;
  const parsed = shape.safeParse(text ? JSON.parse(text) : null);
  return parsed.success && parsed.data.until > now.getTime() ? parsed.data.person : null;
}
