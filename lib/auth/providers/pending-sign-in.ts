import 'server-only';
import { z } from 'zod';
import { addSeconds } from '@/lib/clock';
import { open, seal } from '@/lib/config/secrets';
import { cookieNames, setCookie } from '@/lib/auth/sessions/cookies';
import type { LinkedPerson } from './sign-in-with-profile';

const lifetimeSeconds = 300;
const shape = z.object({ userId: z.string(), linkId: z.string(), until: z.number() });

/** A provider has identified this person; the second factor must follow within five minutes. */
export function pendingCookie(person: LinkedPerson | null, now: Date): string {
  if (!person) return setCookie(cookieNames().secondFactor, '', { maxAgeSeconds: 0 });
  const value = seal('second-factor', JSON.stringify({ ...person, until: addSeconds(now, lifetimeSeconds).getTime() }));
  return setCookie(cookieNames().secondFactor, value, { maxAgeSeconds: lifetimeSeconds });
}

export function readPending(cookie: string | undefined, now: Date): LinkedPerson | null {
  const text = cookie ? open('second-factor', cookie) : null;
  const parsed = shape.safeParse(text ? JSON.parse(text) : null);
  return parsed.success && parsed.data.until > now.getTime() ? { userId: parsed.data.userId, linkId: parsed.data.linkId } : null;
}
